CREATE TABLE "shared_results" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"job_id" uuid NOT NULL,
	"allows_download" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shared_results" ADD CONSTRAINT "shared_results_job_id_processing_history_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."processing_history"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shared_results_job" ON "shared_results" USING btree ("job_id");--> statement-breakpoint
ALTER TABLE shared_results ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE POLICY own_shares ON shared_results TO app_user
  USING (EXISTS (SELECT 1 FROM processing_history job WHERE job.id = job_id AND job.user_id = app_user_id()))
  WITH CHECK (EXISTS (SELECT 1 FROM processing_history job WHERE job.id = job_id AND job.user_id = app_user_id()));--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON shared_results TO app_user;
