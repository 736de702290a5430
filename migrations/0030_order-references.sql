ALTER TABLE "payment_orders" ADD COLUMN "provider_reference" text;--> statement-breakpoint
ALTER TABLE "payment_orders" ADD COLUMN "payer_reference" text;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_orders_reference" ON "payment_orders" USING btree ("provider","provider_reference");