CREATE TABLE "service_identity" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL,
	"proven_at" timestamp with time zone DEFAULT now() NOT NULL
);
