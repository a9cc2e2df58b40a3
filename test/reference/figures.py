"""The figures of a backtest's report, computed a second time from docs/rules/backtests.md and the papers named there.

Standard library only, and nothing shared with the server: it is compared with it to 1e-9.
"""

import math
from datetime import datetime, timezone
from statistics import NormalDist

DAY_MS = 86_400_000
FEWEST = 30
RESAMPLES = 999
MASK = 0xFFFFFFFF
NORMAL = NormalDist()


def mulberry32(seed):
    """Random numbers from 0 to 1, by the public algorithm of the same name."""
    state = seed & MASK

    def draw():
        nonlocal state
        state = (state + 0x6D2B79F5) & MASK
        mixed = ((state ^ (state >> 15)) * (state | 1)) & MASK
        mixed ^= (mixed + (((mixed ^ (mixed >> 7)) * (mixed | 61)) & MASK)) & MASK
        return ((mixed ^ (mixed >> 14)) & MASK) / 4294967296

    return draw


def average(values):
    return math.fsum(values) / len(values)


def block_length(x):
    """Politis and White (2004), corrected by Patton, Politis and White (2009)."""
    n = len(x)
    if n < 3:
        return 1.0
    mu = average(x)
    run = max(5, math.ceil(math.sqrt(math.log10(n))))
    most = min(n - 1, math.ceil(math.sqrt(n)) + run)
    r = [math.fsum((x[i] - mu) * (x[i - k] - mu) for i in range(k, n)) / n for k in range(most + 1)]
    if r[0] <= 0:
        return 1.0
    limit = 1.96 * math.sqrt(math.log10(n) / n)
    m = 1
    while any(abs(r[m + k] / r[0]) >= limit for k in range(1, run + 1) if m + k <= most):
        m += 1
    width = min(2 * m, most)

    def window(t):
        return 1.0 if t <= 0.5 else max(0.0, 2 * (1 - t))

    lags = range(-width, width + 1)
    g = math.fsum(window(abs(k) / width) * abs(k) * r[abs(k)] for k in lags)
    spectrum = math.fsum(window(abs(k) / width) * r[abs(k)] for k in lags)
    if spectrum == 0:
        return 1.0
    d = 2 * spectrum**2
    b = (2 * g**2 / d * n) ** (1 / 3)
    return max(1.0, min(b, math.ceil(min(3 * math.sqrt(n), n / 3))))


def resample(n, b, draw):
    """Indices of one resample (Politis and Romano 1994)."""
    found = []
    for i in range(n):
        if i == 0 or draw() < 1 / b:
            found.append(math.floor(draw() * n))
        else:
            found.append((found[-1] + 1) % n)
    return found


def long_run(x, b):
    """Variance of the mean of a resample times n (Politis and Romano 1994, Lemma 1)."""
    n = len(x)
    total = math.fsum(v * v for v in x)
    q = 1 - 1 / b
    lag = 1
    while lag < n and q**lag >= 1e-4:
        rolled = x[lag:] + x[:lag]
        total += 2 * (1 - lag / n) * q**lag * math.fsum(u * v for u, v in zip(x, rolled))
        lag += 1
    return total / n


def interval(columns, value, gradient, draw):
    """(value, low, high) by the studentized stationary bootstrap; None where it cannot be computed."""
    n = len(columns[0]) if columns else 0
    if n == 0:
        return None

    def fit(indices):
        drawn = [[column[i] for i in indices] for column in columns]
        means = [average(column) for column in drawn]
        try:
            slopes = gradient(means, n)
            found = value(means, n)
        except (ZeroDivisionError, ValueError):
            return None
        return found, [
            math.fsum(slope * (column[i] - mean) for slope, column, mean in zip(slopes, drawn, means)) for i in range(n)
        ]

    own = fit(list(range(n)))
    if own is None:
        return None
    theta, psi = own
    b = block_length(psi)
    error = math.sqrt(max(0.0, long_run(psi, b)) / n)
    if error == 0:
        return theta, theta, theta
    deviations = []
    for _ in range(RESAMPLES):
        drawn = fit(resample(n, b, draw))
        if drawn is None:
            continue
        variance = long_run(drawn[1], b)
        if variance > 0:
            deviations.append((drawn[0] - theta) / math.sqrt(variance / n))
    deviations.sort()
    count = len(deviations)
    high, low = math.floor(0.975 * (count + 1) + 0.5) - 1, math.floor(0.025 * (count + 1) + 0.5) - 1
    if low < 0 or high >= count:
        return None
    return theta, theta - deviations[high] * error, theta - deviations[low] * error


YEAR = math.sqrt(365)


def sharpe(returns, draw):
    if len(returns) < FEWEST:
        return None

    def value(m, n):
        return YEAR * m[0] / math.sqrt((m[1] - m[0] ** 2) * n / (n - 1))

    def gradient(m, n):
        s = math.sqrt(m[1] - m[0] ** 2)
        k = YEAR * math.sqrt((n - 1) / n)
        return [k * m[1] / s**3, -k * m[0] / (2 * s**3)]

    return interval([returns, [r * r for r in returns]], value, gradient, draw)


def sortino(returns, draw):
    if len(returns) < FEWEST:
        return None
    return interval(
        [returns, [min(r, 0) ** 2 for r in returns]],
        lambda m, n: YEAR * m[0] / math.sqrt(m[1]),
        lambda m, n: [YEAR / math.sqrt(m[1]), -YEAR * m[0] / (2 * m[1] ** 1.5)],
        draw,
    )


def clamp(x):
    return max(0.0, min(1.0, x))


def exposure(shares, draw):
    found = interval([shares], lambda m, n: m[0], lambda m, n: [1.0], draw)
    return found and (found[0], clamp(found[1]), clamp(found[2]))


def hit_rate(profits, draw):
    n = len(profits)
    if n < FEWEST:
        return None
    wins = [1.0 if p > 0 else 0.0 for p in profits]
    share, z = sum(wins) / n, 1.96
    middle, spread = share + z * z / (2 * n), z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low, high = (middle - spread) / (1 + z * z / n), (middle + spread) / (1 + z * z / n)
    found = interval([wins], lambda m, k: m[0], lambda m, k: [1.0], draw)
    if found:
        low, high = min(low, found[1]), max(high, found[2])
    return share, clamp(low), clamp(high)


def profit_factor(profits, draw):
    if len(profits) < FEWEST:
        return None
    found = interval(
        [[max(p, 0) for p in profits], [max(-p, 0) for p in profits]],
        lambda m, n: math.log(m[0] / m[1]),
        lambda m, n: [1 / m[0], -1 / m[1]],
        draw,
    )
    return found and tuple(math.exp(x) for x in found)


def selection(returns, variants):
    """The deflated Sharpe ratio (Bailey and Lopez de Prado 2014)."""
    n = len(returns)
    mu = average(returns)
    m2, m3, m4 = (average([(r - mu) ** k for r in returns]) for k in (2, 3, 4))
    if n < 2 or m2 <= 0:
        return None
    daily = mu / math.sqrt(m2 * n / (n - 1))
    gamma = 0.5772156649015329
    best = 0.0
    if variants > 1:
        best = (1 - gamma) * NORMAL.inv_cdf(1 - 1 / variants) + gamma * NORMAL.inv_cdf(1 - 1 / (variants * math.e))
    best /= math.sqrt(n - 1)
    spread = math.sqrt(1 - m3 / m2**1.5 * daily + (m4 / m2**2 - 1) / 4 * daily**2)
    return {
        "variants": variants,
        "lucky_best": YEAR * best,
        "probability": NORMAL.cdf((daily - best) * math.sqrt(n - 1) / spread),
    }


def timing(own, rows, shifts, return_of_shift, draw):
    found = [return_of_shift(1 + math.floor(draw() * (rows - 1))) for _ in range(shifts)]
    good, bad = sum(r >= own for r in found), sum(r <= own for r in found)
    ordered = sorted(found)

    def at(share):
        return ordered[math.floor(share * (shifts - 1) + 0.5)]

    return {
        "shifts": shifts,
        "as_good": good,
        "as_bad": bad,
        "p": (good + 1) / (shifts + 1),
        "median": at(0.5),
        "low": at(0.025),
        "high": at(0.975),
    }


def estimate(found):
    return found and dict(zip(("value", "low", "high"), found))


def month_of(at):
    return datetime.fromtimestamp(at / 1000, timezone.utc).strftime("%Y-%m")


def report(run, capital, candles, terms, variants, shifts, seed, profit_of_shift):
    """Every figure of the report of a run (see fills.py)."""
    at, close = candles["at"], candles["close"]
    days = {}
    quantity = capital / (run["buy_price"] * (1 + terms["fee"]))
    top = bench_top = capital
    for i, time in enumerate(at):
        equity = run["equity"][i]
        bench = quantity * (close[i] if i < len(at) - 1 else run["sell_price"] * (1 - terms["fee"]))
        top, bench_top = max(top, equity), max(bench_top, bench)
        day = days.setdefault(time // DAY_MS, {"open": 0, "rows": 0, "drawdown": 0.0, "benchmark_drawdown": 0.0})
        day["equity"], day["benchmark"] = equity, bench
        day["drawdown"] = max(day["drawdown"], 1 - equity / top)
        day["benchmark_drawdown"] = max(day["benchmark_drawdown"], 1 - bench / bench_top)
        day["open"] += run["is_open"][i]
        day["rows"] += 1
    order = sorted(days)
    ends = [days[d]["equity"] for d in order]
    starts = [capital] + ends[:-1]
    returns = [end / start - 1 for start, end in zip(starts, ends)]
    trades = run["trades"]
    profits = [t["profit"] for t in trades]
    enough = len(trades) >= FEWEST and len(order) >= FEWEST
    fees, slippage = math.fsum(t["fees"] for t in trades), math.fsum(t["slippage"] for t in trades)
    before = math.fsum(profits) + fees + slippage
    split = math.ceil(2 * len(order) / 3)

    def part(low, high, draw):
        start, end = order[low] * DAY_MS, order[high - 1] * DAY_MS + DAY_MS
        return {
            "from": start,
            "to": end,
            "days": high - low,
            "trades": sum(start <= t["closed_at"] < end for t in trades),
            "return": ends[high - 1] / starts[low] - 1,
            "sharpe": estimate(sharpe(returns[low:high], draw)),
        }

    months = {}
    for d, start, end in zip(order, starts, ends):
        month = months.setdefault(month_of(d * DAY_MS), [start, end])
        month[1] = end
    years = {}
    for month, (start, end) in months.items():
        year = years.setdefault(int(month[:4]), {"months": [None] * 12, "first": start})
        year["months"][int(month[5:]) - 1] = end / start - 1
        year["last"] = end
    names = list(months)
    final = ends[-1]
    own = (final - capital) / capital
    return {
        "days": len(order),
        "trades": len(trades),
        "profit": final - capital,
        "return": own,
        "max_drawdown": max(days[d]["drawdown"] for d in order),
        "benchmark": {
            "return": days[order[-1]]["benchmark"] / capital - 1,
            "max_drawdown": max(days[d]["benchmark_drawdown"] for d in order),
        },
        "costs": {"fees": fees, "slippage": slippage, "share": (fees + slippage) / before if before > 0 else None},
        "figures": {
            "exposure": estimate(exposure([days[d]["open"] / days[d]["rows"] for d in order], mulberry32(seed))),
            "hit_rate": estimate(hit_rate(profits, mulberry32(seed + 1))),
            "profit_factor": estimate(profit_factor(profits, mulberry32(seed + 2))),
            "sharpe": estimate(sharpe(returns, mulberry32(seed + 3))) if enough else None,
            "sortino": estimate(sortino(returns, mulberry32(seed + 4))) if enough else None,
        },
        "first": part(0, split, mulberry32(seed + 5)),
        "last": part(split, len(order), mulberry32(seed + 6)) if split < len(order) else None,
        "timing": timing(own, len(at), shifts, lambda k: profit_of_shift(k) / capital, mulberry32(seed + 7))
        if enough
        else None,
        "selection": selection(returns, variants) if enough else None,
        "years": [
            {"year": y, "months": v["months"], "total": v["last"] / v["first"] - 1} for y, v in sorted(years.items())
        ],
        "walk": [
            {
                "month": name,
                "before": None if i == 0 else months[name][0] / capital - 1,
                "return": months[name][1] / months[name][0] - 1,
                "trades": sum(month_of(t["closed_at"]) == name for t in trades),
            }
            for i, name in enumerate(names)
        ],
        "curve": [
            {
                "day": datetime.fromtimestamp(d * DAY_MS / 1000, timezone.utc).strftime("%Y-%m-%d"),
                **{k: days[d][k] for k in ("equity", "drawdown", "benchmark", "benchmark_drawdown")},
            }
            for d in order
        ],
    }
