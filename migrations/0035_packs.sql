CREATE TABLE "credit_pack_versions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"pack_id" text NOT NULL,
	"version" integer NOT NULL,
	"credits" integer NOT NULL,
	"bonus" integer NOT NULL,
	"usd_cents" integer NOT NULL,
	"cny_fen" integer,
	"is_active" boolean NOT NULL,
	"reason" text NOT NULL,
	"changed_by" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_pack_versions_amounts" CHECK ("credit_pack_versions"."version" > 0 and "credit_pack_versions"."credits" > 0 and "credit_pack_versions"."bonus" >= 0 and "credit_pack_versions"."usd_cents" > 0 and "credit_pack_versions"."cny_fen" > 0)
);
--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "pack_version" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "credit_pack_versions_once" ON "credit_pack_versions" USING btree ("pack_id","version");--> statement-breakpoint
-- Only the service reads and writes it; what everybody may know of a pack is told by a call.
ALTER TABLE credit_pack_versions ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
-- What a pack was is never written anew: orders name their version.
CREATE FUNCTION keep_pack_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'versions of packs are only added';
END $$;--> statement-breakpoint
CREATE TRIGGER keep_pack_versions BEFORE UPDATE OR DELETE ON credit_pack_versions FOR EACH ROW EXECUTE FUNCTION keep_pack_versions();
