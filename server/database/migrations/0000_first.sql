CREATE TABLE "api_tokens" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"scopes" text[] NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	CONSTRAINT "api_tokens_hash_unique" UNIQUE("hash")
);
--> statement-breakpoint
CREATE TABLE "backtests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"subject" jsonb NOT NULL,
	"definition" jsonb NOT NULL,
	"settings" jsonb NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"summary" jsonb,
	"result" "bytea",
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "factor_guesses" (
	"user_id" uuid NOT NULL,
	"method" text NOT NULL,
	"failures" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	"day_failures" integer NOT NULL,
	"day_started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "factor_guesses_user_id_method_pk" PRIMARY KEY("user_id","method")
);
--> statement-breakpoint
CREATE TABLE "passkey_setups" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" bigint NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "passkeys_credential" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_challenges" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"password_mark" "bytea" NOT NULL,
	"remembered" boolean NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "totp_factors" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_secret" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint
);
--> statement-breakpoint
CREATE TABLE "audit_entries" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"seq" bigint NOT NULL,
	"user_id" uuid,
	"action" text NOT NULL,
	"ip_address" text,
	"details" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "audit_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "proof_challenges" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"generation" integer NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"sealed_successor" "bytea"
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_activity_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"ip_address" text NOT NULL,
	"user_agent" text NOT NULL,
	"remembered" boolean NOT NULL,
	"generation" integer DEFAULT 0 NOT NULL,
	"tokens_renewed_at" timestamp (3) with time zone,
	"proven_at" timestamp (3) with time zone,
	"revoked_at" timestamp (3) with time zone,
	"revoked_reason" text
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"ip_address" text NOT NULL,
	"network" text NOT NULL,
	"success" boolean NOT NULL,
	"failure_reason" text,
	"attempted_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_throttles" (
	"email" text NOT NULL,
	"ip_address" text NOT NULL,
	"failures" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"blocked_until" timestamp (3) with time zone,
	CONSTRAINT "sign_in_throttles_email_ip_address_pk" PRIMARY KEY("email","ip_address")
);
--> statement-breakpoint
CREATE TABLE "socket_tickets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"path" text,
	"origin" text,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"access_until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"username" text NOT NULL,
	"password_hash" text NOT NULL,
	"role" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_login_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "leases" (
	"market" text NOT NULL,
	"pair" text NOT NULL,
	"holder" uuid NOT NULL,
	"address" text,
	"token" bigint NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leases_market_pair_pk" PRIMARY KEY("market","pair")
);
--> statement-breakpoint
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
CREATE TABLE "password_resets" (
	"hash" "bytea" PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"sealed_code" "bytea" NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"used_by" uuid,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "security_alerts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"detector" text NOT NULL,
	"subject" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"severity" text NOT NULL,
	"ip_address" text,
	"affected_email" text,
	"evidence" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"resolved_at" timestamp (3) with time zone,
	"resolved_by" uuid
);
--> statement-breakpoint
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
--> statement-breakpoint
CREATE TABLE "strategies" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"paused_because" text,
	"stopped_at" timestamp (3) with time zone,
	"archived_at" timestamp (3) with time zone,
	"version_number" integer DEFAULT 1 NOT NULL,
	"edited_at" timestamp (3) with time zone,
	"definition" jsonb NOT NULL,
	"shared_with_viewers" boolean DEFAULT false NOT NULL,
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
	"version_number" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "strategy_decisions_strategy_id_market_decided_at_pair_pk" PRIMARY KEY("strategy_id","market","decided_at","pair")
);
--> statement-breakpoint
CREATE TABLE "strategy_shares" (
	"strategy_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "strategy_shares_strategy_id_user_id_pk" PRIMARY KEY("strategy_id","user_id")
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
CREATE TABLE "strategy_versions" (
	"strategy_id" uuid NOT NULL,
	"version_number" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "strategy_versions_strategy_id_version_number_pk" PRIMARY KEY("strategy_id","version_number")
);
--> statement-breakpoint
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "backtests" ADD CONSTRAINT "backtests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "factor_guesses" ADD CONSTRAINT "factor_guesses_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkey_setups" ADD CONSTRAINT "passkey_setups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ADD CONSTRAINT "sign_in_challenges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_factors" ADD CONSTRAINT "totp_factors_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "proof_challenges" ADD CONSTRAINT "proof_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "socket_tickets" ADD CONSTRAINT "socket_tickets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_switches" ADD CONSTRAINT "model_switches_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "model_tallies" ADD CONSTRAINT "model_tallies_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "models" ADD CONSTRAINT "models_uploaded_by_users_id_fk" FOREIGN KEY ("uploaded_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_alerts" ADD CONSTRAINT "security_alerts_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategies" ADD CONSTRAINT "strategies_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_creations" ADD CONSTRAINT "strategy_creations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_decisions" ADD CONSTRAINT "strategy_decisions_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_shares" ADD CONSTRAINT "strategy_shares_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_shares" ADD CONSTRAINT "strategy_shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_totals" ADD CONSTRAINT "strategy_totals_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "strategy_versions" ADD CONSTRAINT "strategy_versions_strategy_id_strategies_id_fk" FOREIGN KEY ("strategy_id") REFERENCES "public"."strategies"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "api_tokens_user" ON "api_tokens" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "api_tokens_end" ON "api_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "backtests_user" ON "backtests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "backtests_status" ON "backtests" USING btree ("status","created_at");--> statement-breakpoint
CREATE INDEX "passkey_setups_expiry" ON "passkey_setups" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_challenges_expiry" ON "sign_in_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_seq" ON "audit_entries" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "audit_entries_time" ON "audit_entries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_user" ON "audit_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","created_at" DESC NULLS FIRST,"seq" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "proof_challenges_session" ON "proof_challenges" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "proof_challenges_expiry" ON "proof_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refresh_tokens_generation" ON "refresh_tokens" USING btree ("session_id","generation");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_open" ON "sessions" USING btree ("expires_at") WHERE "sessions"."revoked_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_activity" ON "sessions" USING btree ("last_activity_at");--> statement-breakpoint
CREATE INDEX "sessions_created" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_revoked" ON "sessions" USING btree ("revoked_at") WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "sign_in_attempts_time" ON "sign_in_attempts" USING btree ("attempted_at");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_email" ON "sign_in_attempts" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sign_in_attempts_reason" ON "sign_in_attempts" USING btree ("failure_reason","attempted_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "sign_in_attempts_failed_account" ON "sign_in_attempts" USING btree ("email","attempted_at") WHERE not "sign_in_attempts"."success";--> statement-breakpoint
CREATE INDEX "sign_in_attempts_failed_network" ON "sign_in_attempts" USING btree ("network","attempted_at") WHERE not "sign_in_attempts"."success";--> statement-breakpoint
CREATE INDEX "sign_in_attempts_success" ON "sign_in_attempts" USING btree ("email","ip_address","attempted_at") WHERE "sign_in_attempts"."success";--> statement-breakpoint
CREATE INDEX "socket_tickets_expiry" ON "socket_tickets" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "users_email" ON "users" USING btree ("email");--> statement-breakpoint
CREATE INDEX "users_listed" ON "users" USING btree ("created_at","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "model_switches_seq" ON "model_switches" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "model_switches_model" ON "model_switches" USING btree ("model_id","seq");--> statement-breakpoint
CREATE INDEX "models_uploader" ON "models" USING btree ("uploaded_by");--> statement-breakpoint
CREATE INDEX "models_active" ON "models" USING btree ("pair","timeframe") WHERE "models"."is_active";--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_code_unique" ON "invitations" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "invitations_time" ON "invitations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "security_alerts_open_unique" ON "security_alerts" USING btree ("detector","subject") WHERE "security_alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "security_alerts_time" ON "security_alerts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "strategies_user" ON "strategies" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "strategies_active" ON "strategies" USING btree ("id") WHERE "strategies"."status" = 'active';--> statement-breakpoint
CREATE INDEX "strategy_decisions_acts" ON "strategy_decisions" USING btree ("strategy_id","market","decided_at") WHERE "strategy_decisions"."type" <> 'HOLD';--> statement-breakpoint
CREATE INDEX "strategy_shares_user" ON "strategy_shares" USING btree ("user_id");--> statement-breakpoint
-- The audit log's hash chain starts from zeros.
INSERT INTO "audit_head" ("id", "seq", "hash") VALUES (1, 0, decode(repeat('00', 32), 'hex'));
