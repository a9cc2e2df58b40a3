CREATE TABLE "leases" (
	"market" text NOT NULL,
	"pair" text NOT NULL,
	"holder" uuid NOT NULL,
	"address" text,
	"token" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leases_market_pair_pk" PRIMARY KEY("market","pair")
);
