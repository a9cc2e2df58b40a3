CREATE TABLE "score_cases" (
	"market" text NOT NULL,
	"pair" text NOT NULL,
	"key" text NOT NULL,
	"content" jsonb NOT NULL,
	CONSTRAINT "score_cases_market_pair_key_pk" PRIMARY KEY("market","pair","key")
);
--> statement-breakpoint
CREATE TABLE "score_months" (
	"source" text NOT NULL,
	"pair" text NOT NULL,
	"month" text NOT NULL,
	"version" text NOT NULL,
	"tallies" jsonb NOT NULL,
	"counted_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "score_months_source_pair_month_pk" PRIMARY KEY("source","pair","month")
);
--> statement-breakpoint
CREATE TABLE "score_progress" (
	"market" text NOT NULL,
	"pair" text NOT NULL,
	"series" text NOT NULL,
	"until" bigint NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "score_progress_market_pair_pk" PRIMARY KEY("market","pair")
);
--> statement-breakpoint
CREATE TABLE "score_tallies" (
	"market" text NOT NULL,
	"pair" text NOT NULL,
	"kind" text NOT NULL,
	"timeframe" text NOT NULL,
	"class" text NOT NULL,
	"month" text NOT NULL,
	"bin" integer NOT NULL,
	"count" integer NOT NULL,
	"held" integer NOT NULL,
	"claimed" double precision NOT NULL,
	"rising" integer NOT NULL,
	"falling" integer NOT NULL,
	"random_count" integer NOT NULL,
	"random_held" integer NOT NULL,
	CONSTRAINT "score_tallies_market_pair_month_kind_timeframe_class_bin_pk" PRIMARY KEY("market","pair","month","kind","timeframe","class","bin")
);
