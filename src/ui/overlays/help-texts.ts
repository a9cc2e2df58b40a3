/** What the marks on the screens mean, in plain words: one place for all of them. Figures have theirs with their analysis. */
export const HELP = {
  card: {
    text: 'Press the card for its message, with the meaning of every value.',
    terms: [
      {
        term: 'Age',
        says: 'How old the data is by the market’s clock. Green while it is current; amber when it is overdue, polled or from an earlier visit; red from 30 minutes on.',
      },
      { term: 'data incomplete', says: 'Something is missing in the message; the mark says what. The rest is shown.' },
      { term: 'Record', says: 'How often the same was right, of how many cases, beside what chance would give.' },
    ],
  },
  chart: {
    text: 'Each candle is one minute: its first, highest, lowest and last price. The bars below are the volume.',
    terms: [
      {
        term: 'Gap: 5 min',
        says: 'Five minutes have no candle there: nothing was traded, or the minutes were not received. It is a count of minutes, not a timeframe.',
      },
      {
        term: 'Levels',
        says: 'A line at a price that held before, with its zone. S is support below the price, R resistance above it. Weak ones are shown on request.',
      },
      {
        term: 'Indicators',
        says: 'Those of the menu are as the server publishes them. "Set up indicators…" adds others with your own lengths and colours, computed from the candles on the chart.',
      },
      {
        term: 'Next ten candles',
        says: 'The bands at the right: after ten candles the close is within the inner one in half of the cases, and within the outer one in nine of ten. It says nothing about up or down. M1, M5, M15 and H1 have them; the Indicators menu hides them.',
      },
      {
        term: 'closes in',
        says: 'The time until the running candle is complete. Until then its close, high and low still change.',
      },
      {
        term: 'Change',
        says: 'Beside the price that of the last 24 hours; after "In view" from the first open to the last close of what is seen.',
      },
    ],
  },
  latency: {
    text: 'How long messages took from the server until they were painted on this screen. One bar is one minute; the newest is at the right.',
    terms: [
      { term: 'p50', says: 'Half of the messages were faster.' },
      { term: 'p99', says: 'All but one in a hundred were faster.' },
      {
        term: 'Scale',
        says: 'From 1 ms at the bottom to 100 s at the top. Each line is ten times slower than the one below it.',
      },
      { term: 'Gaps', says: 'Messages whose numbers show that they were missed.' },
      { term: 'Gap fills', says: 'Requests that loaded what was missed.' },
      { term: 'Rejected', says: 'Messages that could not be read.' },
      { term: 'Disconnected', says: 'Time without a connection, marked red. Nothing was measured then.' },
    ],
  },
  summary: {
    text: 'All streams of this server together, as this page knows them.',
    terms: [
      { term: 'Active streams', says: 'Streams whose newest message is not older than the specified 30 minutes.' },
      { term: 'Total messages', says: 'Counted by the server since it started, not since this page was opened.' },
      { term: 'Connection', says: 'The state of the two sockets, the worse one first.' },
      {
        term: 'Mode',
        says: 'Messages are pushed by the server, or asked for every few seconds while a socket is down.',
      },
    ],
  },
  categories: {
    text: 'The same streams and messages, by what they are about.',
    terms: [
      { term: 'Messages', says: 'Counted by the server since it started, as in the System Summary.' },
      { term: 'Updated', says: 'When the newest message of any stream of the category was published.' },
    ],
  },
  streams: {
    text: 'One card for each stream. Press one for its newest message with the meaning of every value.',
    terms: [
      {
        term: 'Age',
        says: 'How old the data is by the market’s clock. Green while it is current, amber when overdue.',
      },
      { term: 'incomplete', says: 'The message lacks something. Its tooltip says what.' },
    ],
  },
  errors: {
    text: 'What went wrong since the page was opened, newest first; equal ones are counted.',
    terms: [{ term: 'recovered', says: 'What was missed has been loaded since, or the connection is live again.' }],
  },
  faults: {
    text: 'Disturbs the connections of this session on purpose, for a while, to see how the page takes it. Nobody else notices.',
    terms: [
      { term: 'Expected', says: 'What the page is to do during such a fault and after it.' },
      { term: 'Observed', says: 'What it did, and after how long.' },
    ],
  },
  matrix: {
    text: 'Where each analysis points on each timeframe, and how volatile it is. Press a cell for its card.',
    terms: [
      { term: '▲ ▼', says: 'Up and down, in the words of the card. A timeframe that says nothing stays empty.' },
      {
        term: 'Since',
        says: 'The opening of the candle with which it began to point there; or earlier, if it did where the known candles begin.',
      },
      {
        term: 'Agreement',
        says: 'Most sources may agree and still be wrong: how often each was right stands on its card.',
      },
      {
        term: 'Volatility',
        says: 'Low, normal or high against the last 480 candles of the timeframe, as of its last closed one. The cards use the same word.',
      },
    ],
  },
  score: {
    text: 'Each published one is followed by a fixed rule until it has held or not.',
    terms: [
      { term: 'Held', says: 'How many came true, of all that have ended, with the 95 % interval.' },
      { term: 'Claimed', says: 'The mean of the probabilities that were published for them.' },
      {
        term: 'Chance',
        says: 'How many such claims would have held at any other time, on the same market and months.',
      },
      { term: 'Grey', says: 'Fewer than 30 cases: too few to say anything.' },
    ],
  },
  reliability: {
    text: 'Cases of about the same claim are one point: how much was claimed, and how much of it held.',
    terms: [
      { term: 'Dashed line', says: 'Where the points of true claims are: claimed 60 %, held 60 %.' },
      { term: 'Bars', says: 'The 95 % interval. A claim is off if its bar does not touch the dashed line.' },
    ],
  },
  cases: {
    text: 'A case is something that was published and can be judged later. The filters choose which are counted.',
    terms: [
      { term: 'Live, past', says: 'Live cases are of this market, from its start. Past ones are of imported candles.' },
      { term: 'Class', says: 'What it was: the strength of a level, the name of a pattern or of a market phase.' },
    ],
  },
  models: {
    text: 'Files that were uploaded. Active models are scored with every closed candle.',
    terms: [
      { term: 'Active', says: 'It gives signals, if it is an .onnx file; others are stored and never opened.' },
      { term: 'Auto-Activate First', says: 'Activates the first inactive model of the list.' },
    ],
  },
  strategies: {
    text: 'Each strategy decides by itself while it is active. Press one for its decisions and why they were made.',
    terms: [
      {
        term: 'BUY, SELL, HOLD',
        says: 'The last decision, when it was made, and its main reason. HOLD means that neither side had enough for it.',
      },
      { term: 'Bar', says: 'How many of all decisions so far were BUY, SELL and HOLD.' },
      {
        term: 'Signals',
        says: 'Readings of its sources that were new when it decided and could be used, in all and in the last five minutes.',
      },
      {
        term: 'Paused, stopped',
        says: 'Neither decides. A paused strategy can be resumed at any time; a stop can be taken back for a minute only.',
      },
    ],
  },
  backtests: {
    text: 'A strategy run on past minutes with simulated trades. It decides by the same code as live.',
    terms: [
      { term: 'Return', says: 'What the capital gained or lost in the span, after fees and slippage.' },
      { term: 'Max drawdown', says: 'The deepest fall below the highest equity before, minute by minute.' },
      {
        term: 'Pause',
        says: 'The next one runs meanwhile. Months that are analysed stay; the one it was in is analysed again.',
      },
      { term: 'Compare', says: 'Select two to four that are done to see the same figures side by side.' },
    ],
  },
  candleImports: {
    text: 'Past minutes for backtests and the score-card, from files. While a file is read, the library stays as it is.',
    terms: [
      {
        term: 'Pause',
        says: 'Reading stops and goes on where it was; after a restart of the server from the beginning.',
      },
      { term: 'Duplicate lines', says: 'Lines with the minute of the line before. The first one counts.' },
      {
        term: 'Rejected lines',
        says: 'No candle of one minute, or out of order. More than one in a hundred refuse the file.',
      },
      { term: 'Replaced', says: 'Minutes that the library had from the same source before: the later import counts.' },
    ],
  },
  backtestReport: {
    text: 'What came of it, and how much of that is luck. It is read off the past and promises nothing.',
    terms: [
      { term: 'Range in brackets', says: 'Holds the true value in 95 of 100 cases. A wide one says little.' },
      {
        term: 'More than luck',
        says: 'Of the same decisions at other times, at most 5 in 100 did as well, and it stands out from the variants you tried.',
      },
      {
        term: 'A clear loss',
        says: 'The whole range of its Sharpe ratio is below zero: it lost, and not just by bad luck.',
      },
      { term: 'Buy and hold', says: 'The same capital, bought at the start and sold at the end, with the same costs.' },
    ],
  },
  paper: {
    text: 'Strategies and you trade simulated money on the live market. No order reaches an exchange.',
    terms: [
      {
        term: 'Fills',
        says: 'At the open of the minute after a decision, with spread, slippage and fee, as in a backtest.',
      },
      { term: 'Holding', says: 'What the same capital in the coin would have made since the start, without costs.' },
      {
        term: 'Orders',
        says: 'Yours, filled from the minute after they were placed, of each at most a tenth of what was traded in it.',
      },
      { term: 'Limits', says: 'Stop all trading when hit, until you let it go on. They can close what is open.' },
      {
        term: 'On the chart',
        says: 'With My paper trades among its indicators: fills, entry, stop and target. Drag stop and target there.',
      },
      {
        term: 'Ledger',
        says: 'Every fill, and what was not traded and why. Each row adds up; rows are never changed.',
      },
    ],
  },
  decision: {
    text: 'The newest decision, from the messages that its sources had at that time.',
    terms: [
      {
        term: 'Confidence',
        says: 'The share of the weight considered that speaks for the decision. It is not how likely a profit is.',
      },
      { term: 'Strength', says: 'How strong the signals are that support the weakest rule.' },
      { term: 'Step by step', says: 'Every source, rule and limit that led to it, with its figures.' },
    ],
  },
  region: {
    text: 'How times and numbers are written on all your screens, in every browser.',
    terms: [
      { term: 'Time zone', says: 'Only how times are written. Trading days, exports and addresses stay as they are.' },
      { term: 'Numbers', says: 'Decimal and thousands separators. Exports keep the point.' },
    ],
  },
  ownSessions: {
    text: 'A session is one sign-in in one browser.',
    terms: [
      { term: 'Revoke', says: 'Signs that browser out at once. Do it for every one that you do not know.' },
      { term: 'Expires', says: 'When it ends if it is not used before.' },
      { term: 'IP', says: 'Where it came from. An address in your own network is marked as local.' },
    ],
  },
  signIns: {
    text: 'Who tried to sign in with your address. A row that was not you means that someone knows it.',
    terms: [
      { term: 'Refused', says: 'Did not get in; the reason says why.' },
      { term: 'Signed in', says: 'Got in. If it was not you, change your password and end all other sessions.' },
    ],
  },
  factors: {
    text: 'Asked for after the password, so that a stolen password is not enough.',
    terms: [
      { term: 'Passkey', says: 'A key on your device or on a security key. It cannot be typed into a false page.' },
      { term: 'Authenticator app', says: 'Shows a code of six digits that is valid for half a minute.' },
      { term: 'Recovery codes', says: 'Each works once, instead of the device. Keep them apart from it.' },
    ],
  },
  tokens: {
    text: 'A program sends a token instead of signing in. It acts in your name, within its scopes.',
    terms: [
      { term: 'May', says: 'Its scopes. None of them reaches accounts, passwords or the admin area.' },
      { term: 'Expires', says: 'From then on it is refused. Create another one, and change it in the program.' },
    ],
  },
  accounts: {
    text: 'Everyone who has registered. Manage opens the role, the access and the latest activity of an account.',
    terms: [
      { term: 'Role', says: 'Viewers read, Traders have strategies too, Admins manage people besides.' },
      { term: 'Inactive', says: 'The account cannot sign in. Its data stays, and its strategies are paused.' },
      { term: 'Last Login', says: 'The last successful sign-in, not the last activity.' },
    ],
  },
  invitations: {
    text: 'Only invited people can register. An invitation is for one e-mail address and one role.',
    terms: [
      { term: 'Pending', says: 'Can still be used, for seven days from when it was created or sent again.' },
      { term: 'Used', says: 'The person has registered with it.' },
      { term: 'Revoked, expired', says: 'Its code is refused. Create another invitation instead.' },
    ],
  },
  sessions: {
    text: 'A session is one sign-in in one browser. It ends by logging out, by being revoked, or when it expires.',
    terms: [
      { term: 'Active', says: 'Used within the last 5 minutes; idle within 30; inactive for longer.' },
      { term: 'Revoked', says: 'Ended before its time: its browser is signed out within seconds.' },
      { term: 'active, total', says: 'Beside a person: sessions that are neither revoked nor expired, and all.' },
    ],
  },
  evidence: {
    text: 'Who signed in or failed to, what was changed by whom, and what looks suspicious.',
    terms: [
      { term: 'Login Attempts', says: 'Every attempt of the last 90 days, with the reason where it failed.' },
      {
        term: 'Audit Log',
        says: 'Every change to accounts and settings. Entries are chained, so that one that is changed or removed is detected.',
      },
      {
        term: 'Alerts',
        says: 'Patterns in both, such as ten failed sign-ins to one account within 15 minutes. Resolve one when it has been looked at.',
      },
      {
        term: 'Severity',
        says: 'Critical, high, medium or low: by the kind of the alert, not by the number of its events.',
      },
    ],
  },
  overview: {
    text: 'Counted when the page was loaded, or last refreshed.',
    terms: [
      { term: 'Security alerts', says: 'Open ones, however old.' },
      { term: 'Second factor', says: 'A passkey or an authenticator app. Accounts that are not active are left out.' },
      { term: 'Failed sign-ins', says: 'In each of the last 24 hours.' },
      { term: 'Server', says: 'What the server reports at /health. With several, that of the one that answered.' },
      {
        term: 'Failed jobs',
        says: 'Backtests and imports within 24 hours, months of the score-card since the start, and active models that are not scored.',
      },
      { term: 'Backup', says: 'Made by "pairbot backup". It does not say whether it was kept, or can be restored.' },
    ],
  },
} as const satisfies Record<
  string,
  { readonly text: string; readonly terms: readonly { readonly term: string; readonly says: string }[] }
>

export type HelpTopic = keyof typeof HELP
