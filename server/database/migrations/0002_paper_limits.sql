ALTER TABLE "paper_accounts" ADD COLUMN "revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "paper_allocations" ADD COLUMN "max_daily_loss_pct" double precision;