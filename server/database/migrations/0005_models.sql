CREATE TABLE "model_switches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "model_switches_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"model_id" uuid NOT NULL,
	"model_name" text NOT NULL,
	"change" text NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"rolled_back" uuid
);
--> statement-breakpoint
CREATE TABLE "model_tallies" (
	"model_id" uuid NOT NULL,
	"market" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"buys" integer NOT NULL,
	"sells" integer NOT NULL,
	"holds" integer NOT NULL,
	"faults" integer NOT NULL,
	"unready" integer NOT NULL,
	"calls" integer NOT NULL,
	"hits" integer NOT NULL,
	"ups" integer NOT NULL,
	"downs" integer NOT NULL,
	"inferences" integer NOT NULL,
	"latency_sum_ms" double precision NOT NULL,
	"latency_max_ms" double precision NOT NULL,
	CONSTRAINT "model_tallies_model_id_market_pk" PRIMARY KEY("model_id","market")
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"model_type" text NOT NULL,
	"timeframe" text NOT NULL,
	"pair" text NOT NULL,
	"exchange" text NOT NULL,
	"format" text NOT NULL,
	"file_name" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"sha256" "bytea" NOT NULL,
	"inspection" jsonb NOT NULL,
	"claimed_metrics" jsonb,
	"is_active" boolean DEFAULT false NOT NULL,
	"uploaded_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "model_switches" ADD CONSTRAINT "model_switches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_tallies" ADD CONSTRAINT "model_tallies_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "model_switches_seq" ON "model_switches" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "model_switches_model" ON "model_switches" USING btree ("model_id","seq");--> statement-breakpoint
CREATE INDEX "models_uploader" ON "models" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "models_active" ON "models" USING btree ("pair","timeframe") WHERE "models"."is_active";