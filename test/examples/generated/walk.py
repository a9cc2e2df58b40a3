"""Walks a server with a client made from its OpenAPI document, and prints what it met as JSON."""
import json
import os
import time

import pairbot_client as pairbot

DAY_MS = 86_400_000

configuration = pairbot.Configuration(host=os.environ["PAIRBOT_ORIGIN"])
client = pairbot.ApiClient(configuration)
account = pairbot.AccountApi(client)
strategies = pairbot.StrategiesApi(client)
backtests = pairbot.BacktestsApi(client)
models = pairbot.ModelsApi(client)

login = pairbot.AuthLoginRequest(email=os.environ["PAIRBOT_EMAIL"], password=os.environ["PAIRBOT_PASSWORD"])
# The session or a challenge: the generator knows no such unions.
signed_in = json.loads(account.auth_login(login, _preload_content=False).data)
configuration.access_token = signed_in["data"]["access_token"]
scopes = ["market:read", "strategies:read", "strategies:write", "models:read", "models:write"]
wanted = pairbot.AccountCreateApiTokenRequest(name="Walk", scopes=scopes, days=1)
configuration.access_token = account.account_create_api_token(wanted).data.secret

user = account.auth_me().data
recent = pairbot.MarketDataApi(client).candles_recent(pair="BTCUSD", timeframe="1m", limit=100).data
template = strategies.strategies_templates().templates[0]
strategy = strategies.strategies_from_template(
    template.id,
    pairbot.StrategiesFromTemplateRequest(name="Walk in Python", exchange="kraken", trading_pair="BTCUSD"),
)
uploaded = models.models_upload(
    "Walk in Python", "xgboost", "1m", "BTCUSD", "kraken", os.environ["PAIRBOT_MODEL"]
).data
model = models.models_model(uploaded.id).data
try:
    models.models_model("none")
    refused = None
except pairbot.ApiException as error:
    refused = json.loads(error.body)["success"]

data_set = backtests.backtests_data().data_sets[0]
started = backtests.backtests_start(
    {
        "name": "Walk",
        "subject": {"kind": "strategy", "strategy_id": strategy.strategy_id},
        "settings": {
            "pair": data_set.pair,
            "data_set": data_set.id,
            "from": data_set._from,
            "to": data_set._from + DAY_MS,
            "capital": 10_000,
            "fee_pct": 0.4,
            "slippage": {"half_spread_pct": 0.01, "range_share": 0.1},
            "allow_short": False,
        },
    }
)
while (tested := backtests.backtests_one(started.backtest_id)).result is None:
    if tested.backtest.status == "failed":
        raise RuntimeError(tested.backtest.reason)
    time.sleep(0.2)

print(
    json.dumps(
        {
            "user": user.email,
            "candles": len(recent.candles),
            "backtest": {"status": tested.backtest.status, "minutes": tested.result.minutes},
            "model": {"name": model.name, "inputs": len(model.inspection.onnx.inputs)},
            "refused": refused,
        }
    )
)
