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
        term: 'closes in',
        says: 'The time until the running candle is complete. Until then its close, high and low still change.',
      },
      {
        term: 'Change',
        says: 'From the first open to the last close of the candles that are loaded, not of those in view.',
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
  matrix: {
    text: 'Where each analysis points on each timeframe, and how volatile it is. Press a cell for its card.',
    terms: [
      { term: '▲ ▼', says: 'Up and down, in the words of the card. A timeframe that says nothing stays empty.' },
      { term: 'Volatility', says: 'The range of that timeframe, ranked among its last 480 candles.' },
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
  models: {
    text: 'Files that were uploaded. Active models are scored with every closed candle.',
    terms: [
      { term: 'Active', says: 'It gives signals, if it is an .onnx file; others are stored and never opened.' },
      { term: 'Auto-Activate First', says: 'Activates the first inactive model of the list.' },
    ],
  },
} as const satisfies Record<
  string,
  { readonly text: string; readonly terms: readonly { readonly term: string; readonly says: string }[] }
>

export type HelpTopic = keyof typeof HELP
