ALTER TABLE "billing_history" DROP CONSTRAINT "billing_history_user_id_auth_users_id_fk";
