CREATE TABLE "model_files" (
	"model_id" uuid NOT NULL,
	"part" integer NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "model_files_model_id_part_pk" PRIMARY KEY("model_id","part")
);
--> statement-breakpoint
ALTER TABLE "model_files" ADD CONSTRAINT "model_files_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE cascade ON UPDATE no action;