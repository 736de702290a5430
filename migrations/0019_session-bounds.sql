-- A session that is used lives on for thirty days each time (better-auth's renewal), but never beyond half a year from its sign-in, and one
-- account has thirty at most: the one that was used longest ago makes room (docs/security.md, V7.1). Here and not in a hook, because every
-- way of making or renewing a session ends in this table.
CREATE FUNCTION bound_session_life() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expires_at := least(NEW.expires_at, NEW.created_at + interval '180 days');
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER bound_session_life BEFORE INSERT OR UPDATE ON auth_sessions FOR EACH ROW EXECUTE FUNCTION bound_session_life();
--> statement-breakpoint
CREATE FUNCTION bound_session_count() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM auth_sessions WHERE user_id = NEW.user_id AND id <> NEW.id AND id NOT IN (
    SELECT id FROM auth_sessions WHERE user_id = NEW.user_id AND id <> NEW.id ORDER BY updated_at DESC, id LIMIT 29);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER bound_session_count AFTER INSERT ON auth_sessions FOR EACH ROW EXECUTE FUNCTION bound_session_count();
