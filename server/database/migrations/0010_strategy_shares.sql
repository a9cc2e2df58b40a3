CREATE TABLE "strategy_shares" (
	"strategy_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "strategy_shares_strategy_id_user_id_pk" PRIMARY KEY("strategy_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "strategies" ADD COLUMN "shared_with_viewers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "strategy_shares" ADD CONSTRAINT "strategy_shares_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_shares" ADD CONSTRAINT "strategy_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "strategy_shares_user" ON "strategy_shares" USING btree ("user_id");