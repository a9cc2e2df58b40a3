"""The fills, fees and equity of a backtest, computed a second time from docs/rules/backtests.md alone."""


def run(candles, decisions, terms):
    """Trades and the equity at each close.

    candles: columns at (ms), open, high, low, close; decisions: [row, 'BUY' | 'SELL'] by row, made at its close;
    terms: capital, fee and half_spread (fractions), range_share, stop and target (fractions or None), size (or None),
    unit ('usd' | 'pct'), allow_short.
    """
    at, opens, highs, lows, closes = (candles[k] for k in ("at", "open", "high", "low", "close"))
    fee, half, share = terms["fee"], terms["half_spread"], terms["range_share"]
    rows = len(at)
    by_row = {}
    for row, side in decisions:
        by_row.setdefault(row, side)
    cash = terms["capital"]
    position = None
    trades, equity, is_open = [], [], []

    def slipped(row, price, sign):
        """Price of a fill that pays half the spread and a share of the range, within the minute's own prices."""
        moved = price + sign * (price * half + share * (highs[row] - lows[row]))
        return min(highs[row] * (1 + half), max(lows[row] * (1 - half), moved))

    def close(row, bare, price, reason):
        nonlocal cash, position
        sign, quantity = position["sign"], position["quantity"]
        exit_fee = quantity * price * fee
        gain = sign * quantity * (price - position["entry_price"])
        cash += gain - exit_fee
        trades.append(
            {
                "side": "long" if sign > 0 else "short",
                "opened_at": position["opened_at"],
                "closed_at": at[row],
                "entry_price": position["entry_price"],
                "exit_price": price,
                "quantity": quantity,
                "fees": position["fee"] + exit_fee,
                "profit": gain - position["fee"] - exit_fee,
                "slippage": position["slippage"] + quantity * abs(price - bare),
                "exit": reason,
            }
        )
        position = None

    def enter(row, sign):
        nonlocal cash, position
        price = slipped(row, opens[row], sign)
        value = cash / (1 + fee)
        if terms["size"] is not None:
            limit = terms["size"] if terms["unit"] == "usd" else cash * terms["size"] / 100
            value = min(limit, value)
        if value <= 0:
            return
        quantity = value / price
        position = {
            "sign": sign,
            "entry_price": price,
            "quantity": quantity,
            "fee": quantity * price * fee,
            "opened_at": at[row],
            "slippage": quantity * abs(price - opens[row]),
            "stop": None if terms["stop"] is None else price * (1 - sign * terms["stop"]),
            "target": None if terms["target"] is None else price * (1 + sign * terms["target"]),
        }
        cash -= position["fee"]

    for row in range(rows):
        side = by_row.get(row - 1)
        if side is not None:
            sign = 1 if side == "BUY" else -1
            if position is not None and position["sign"] != sign:
                close(row, opens[row], slipped(row, opens[row], sign), "decision")
            if position is None and (sign > 0 or terms["allow_short"]):
                enter(row, sign)
        if position is not None:
            sign, stop, target = position["sign"], position["stop"], position["target"]
            worst, best = (lows[row], highs[row]) if sign > 0 else (highs[row], lows[row])
            if stop is not None and sign * (worst - stop) <= 0:
                bare = min(opens[row], stop) if sign > 0 else max(opens[row], stop)
                close(row, bare, slipped(row, bare, -sign), "stop_loss")
            elif target is not None and sign * (best - target) > 0:
                close(row, target, target, "take_profit")
        if row == rows - 1 and position is not None:
            sign = position["sign"]
            close(row, closes[row], closes[row] * (1 - sign * half), "end")
        open_gain = position["sign"] * position["quantity"] * (closes[row] - position["entry_price"]) if position else 0.0
        equity.append(cash + open_gain)
        is_open.append(1 if position else 0)
    return {
        "trades": trades,
        "equity": equity,
        "is_open": is_open,
        "buy_price": slipped(0, opens[0], 1) if rows else 0.0,
        "sell_price": closes[-1] * (1 - half) if rows else 0.0,
    }


def profit_of_shift(candles, decisions, terms, shift):
    rows = len(candles["at"])
    moved = sorted([(row + shift) % rows, side] for row, side in decisions)
    found = run(candles, moved, terms)
    return found["equity"][-1] - terms["capital"]
