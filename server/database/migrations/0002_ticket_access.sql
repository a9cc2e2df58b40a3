-- Tickets live for seconds: whoever holds one at the start asks for another.
DELETE FROM "socket_tickets";--> statement-breakpoint
ALTER TABLE "socket_tickets" ADD COLUMN "access_until" timestamp (3) with time zone NOT NULL;
