ALTER TABLE "sign_in_challenges" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "sign_in_challenges" ALTER COLUMN "password_mark" DROP NOT NULL;