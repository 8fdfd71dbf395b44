-- A record of each change of an item, which triggers write in the transaction of the change.
CREATE TABLE chaos_ledger (
    number bigserial PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    txid bigint NOT NULL DEFAULT txid_current(),
    backend integer NOT NULL DEFAULT pg_backend_pid(),
    application text NOT NULL DEFAULT current_setting('application_name'),
    operation text NOT NULL,
    id text NOT NULL,
    destination bytea NOT NULL,
    old_state text,
    state text,
    old_epoch bigint,
    epoch bigint,
    old_owner text,
    owner text,
    old_until bigint,
    until bigint,
    old_live bigint,
    live bigint,
    bytes bigint
);
CREATE INDEX chaos_ledger_id ON chaos_ledger (id, number);
CREATE FUNCTION chaos_record() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path FROM CURRENT AS $$
BEGIN
    INSERT INTO chaos_ledger (operation, id, destination, old_state, state, old_epoch, epoch, old_owner, owner,
            old_until, until, old_live, live, bytes)
        VALUES (TG_OP, coalesce(NEW.id, OLD.id), coalesce(NEW.destination, OLD.destination), OLD.state, NEW.state,
            OLD.epoch, NEW.epoch, OLD.lease_owner, NEW.lease_owner, OLD.lease_until, NEW.lease_until, OLD.live,
            NEW.live, NEW.durable_bytes);
    RETURN NULL;
END $$;
CREATE TRIGGER chaos_ledger AFTER INSERT OR UPDATE OR DELETE ON leftoff_queue_item
    FOR EACH ROW EXECUTE FUNCTION chaos_record();
