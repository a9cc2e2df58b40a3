CREATE TABLE "strategies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"definition" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "strategy_creations" (
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"request_hash" text NOT NULL,
	"strategy_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "strategy_creations_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "strategy_decisions" (
	"strategy_id" uuid NOT NULL,
	"market" text NOT NULL,
	"pair" text NOT NULL,
	"decided_at" bigint NOT NULL,
	"type" text NOT NULL,
	"confidence" double precision NOT NULL,
	"strength" double precision NOT NULL,
	"signals" integer NOT NULL,
	"confidence_sum" double precision NOT NULL,
	"evidence" jsonb NOT NULL,
	CONSTRAINT "strategy_decisions_strategy_id_market_decided_at_pair_pk" PRIMARY KEY("strategy_id","market","decided_at","pair")
);
--> statement-breakpoint
CREATE TABLE "strategy_totals" (
	"strategy_id" uuid NOT NULL,
	"market" text NOT NULL,
	"buys" bigint NOT NULL,
	"sells" bigint NOT NULL,
	"holds" bigint NOT NULL,
	"signals" bigint NOT NULL,
	"confidence_sum" double precision NOT NULL,
	CONSTRAINT "strategy_totals_strategy_id_market_pk" PRIMARY KEY("strategy_id","market")
);
--> statement-breakpoint
ALTER TABLE "strategies" ADD CONSTRAINT "strategies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_creations" ADD CONSTRAINT "strategy_creations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_decisions" ADD CONSTRAINT "strategy_decisions_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_totals" ADD CONSTRAINT "strategy_totals_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "strategies_user" ON "strategies" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "strategies_active" ON "strategies" USING btree ("id") WHERE "strategies"."status" = 'active';--> statement-breakpoint
CREATE INDEX "strategy_decisions_acts" ON "strategy_decisions" USING btree ("strategy_id","market","decided_at") WHERE "strategy_decisions"."type" <> 'HOLD';