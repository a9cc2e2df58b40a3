CREATE TABLE "paper_accounts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"settings" jsonb NOT NULL,
	"limits" jsonb NOT NULL,
	"marks" jsonb NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"halted_at" timestamp (3) with time zone,
	"halt_reason" text
);
--> statement-breakpoint
CREATE TABLE "paper_allocations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"account_id" uuid NOT NULL,
	"strategy_id" uuid,
	"name" text NOT NULL,
	"market" text NOT NULL,
	"pair" text NOT NULL,
	"capital" double precision NOT NULL,
	"max_drawdown_pct" double precision,
	"state" jsonb NOT NULL,
	"expectation" jsonb,
	"started_at" timestamp (3) with time zone NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"end_reason" text
);
--> statement-breakpoint
CREATE TABLE "paper_ledger" (
	"account_id" uuid NOT NULL,
	"seq" integer NOT NULL,
	"at" bigint NOT NULL,
	"kind" text NOT NULL,
	"allocation_id" uuid,
	"price" double precision,
	"quantity" double precision,
	"cash" double precision NOT NULL,
	"position" double precision NOT NULL,
	"fee" double precision NOT NULL,
	"profit" double precision NOT NULL,
	"capital" double precision NOT NULL,
	"text" text NOT NULL,
	"trade" jsonb,
	"order_id" uuid,
	"nth" integer NOT NULL,
	CONSTRAINT "paper_ledger_account_id_seq_pk" PRIMARY KEY("account_id","seq")
);
--> statement-breakpoint
CREATE TABLE "paper_marks" (
	"allocation_id" uuid NOT NULL,
	"at" bigint NOT NULL,
	"equity" double precision NOT NULL,
	CONSTRAINT "paper_marks_allocation_id_at_pk" PRIMARY KEY("allocation_id","at")
);
--> statement-breakpoint
CREATE TABLE "paper_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"allocation_id" uuid NOT NULL,
	"ended_at" bigint NOT NULL,
	"order" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "paper_accounts" ADD CONSTRAINT "paper_accounts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_allocations" ADD CONSTRAINT "paper_allocations_account_id_paper_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."paper_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_ledger" ADD CONSTRAINT "paper_ledger_account_id_paper_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."paper_accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_ledger" ADD CONSTRAINT "paper_ledger_allocation_id_paper_allocations_id_fk" FOREIGN KEY ("allocation_id") REFERENCES "public"."paper_allocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_marks" ADD CONSTRAINT "paper_marks_allocation_id_paper_allocations_id_fk" FOREIGN KEY ("allocation_id") REFERENCES "public"."paper_allocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "paper_orders" ADD CONSTRAINT "paper_orders_allocation_id_paper_allocations_id_fk" FOREIGN KEY ("allocation_id") REFERENCES "public"."paper_allocations"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "paper_accounts_user" ON "paper_accounts" USING btree ("user_id") WHERE "paper_accounts"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "paper_allocations_strategy" ON "paper_allocations" USING btree ("account_id","strategy_id","pair") WHERE "paper_allocations"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "paper_allocations_pair" ON "paper_allocations" USING btree ("market","pair") WHERE "paper_allocations"."ended_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "paper_ledger_fill" ON "paper_ledger" USING btree ("allocation_id","at","nth") WHERE "paper_ledger"."kind" in ('open', 'close');--> statement-breakpoint
CREATE INDEX "paper_orders_allocation" ON "paper_orders" USING btree ("allocation_id","ended_at");