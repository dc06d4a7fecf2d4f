/** The form of the keys by which a project names its statuses. */
export const keyPattern = /^[a-z0-9_]{1,40}$/;
