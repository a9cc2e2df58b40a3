CREATE TABLE "minute_candles" (
	"market" text NOT NULL,
	"pair" text NOT NULL,
	"opened_at" bigint NOT NULL,
	"open" double precision NOT NULL,
	"high" double precision NOT NULL,
	"low" double precision NOT NULL,
	"close" double precision NOT NULL,
	"volume" double precision NOT NULL,
	CONSTRAINT "minute_candles_market_pair_opened_at_pk" PRIMARY KEY("market","pair","opened_at")
);
