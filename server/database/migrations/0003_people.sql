CREATE TABLE "audit_head" (
	"id" smallint PRIMARY KEY NOT NULL,
	"seq" bigint NOT NULL,
	"hash" "bytea" NOT NULL
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
DROP INDEX "users_email_unique";--> statement-breakpoint
DROP INDEX "users_username_unique";--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "seq" bigint;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "hash" "bytea";--> statement-breakpoint
-- The entries there are become the start of the chain; the text that is hashed is the one of server/identity/audit/link.ts.
DO $$
DECLARE
	entry record;
	n bigint := 0;
	link bytea := decode(repeat('00', 32), 'hex');
BEGIN
	FOR entry IN SELECT * FROM "audit_entries" ORDER BY "created_at", "id" LOOP
		n := n + 1;
		link := sha256(convert_to(concat_ws(E'\n', encode(link, 'hex'), n, entry.id, coalesce(entry.user_id::text, '-'),
			entry.action, coalesce(entry.ip_address, '-'), (extract(epoch from entry.created_at) * 1000)::bigint,
			entry.details::text), 'UTF8'));
		UPDATE "audit_entries" SET "seq" = n, "hash" = link WHERE "id" = entry.id;
	END LOOP;
	INSERT INTO "audit_head" ("id", "seq", "hash") VALUES (1, n, link);
END $$;
--> statement-breakpoint
ALTER TABLE "audit_entries" ALTER COLUMN "seq" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "audit_entries" ALTER COLUMN "hash" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ADD COLUMN "network" text;--> statement-breakpoint
UPDATE "sign_in_attempts" SET "network" = "ip_address";--> statement-breakpoint
ALTER TABLE "sign_in_attempts" ALTER COLUMN "network" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_used_by_users_id_fk" FOREIGN KEY ("used_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_alerts" ADD CONSTRAINT "security_alerts_resolved_by_users_id_fk" FOREIGN KEY ("resolved_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_code_unique" ON "invitations" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "invitations_time" ON "invitations" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "invitations_email" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "security_alerts_open_unique" ON "security_alerts" USING btree ("detector","subject") WHERE "security_alerts"."resolved_at" is null;--> statement-breakpoint
CREATE INDEX "security_alerts_time" ON "security_alerts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_seq" ON "audit_entries" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "audit_entries_user" ON "audit_entries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "audit_entries_action" ON "audit_entries" USING btree ("action","created_at");--> statement-breakpoint
CREATE INDEX "sessions_activity" ON "sessions" USING btree ("last_activity_at");--> statement-breakpoint
CREATE INDEX "sessions_revoked" ON "sessions" USING btree ("revoked_at") WHERE "sessions"."revoked_at" is not null;--> statement-breakpoint
CREATE INDEX "sign_in_attempts_failed_account" ON "sign_in_attempts" USING btree ("email","attempted_at") WHERE not "sign_in_attempts"."success";--> statement-breakpoint
CREATE INDEX "sign_in_attempts_failed_network" ON "sign_in_attempts" USING btree ("network","attempted_at") WHERE not "sign_in_attempts"."success";--> statement-breakpoint
CREATE INDEX "users_listed" ON "users" USING btree ("created_at","id") WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_unique" ON "users" USING btree (lower("email")) WHERE "users"."deleted_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_username_unique" ON "users" USING btree (lower("username")) WHERE "users"."deleted_at" is null;