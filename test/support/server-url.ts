/** The PostgreSQL server that the tests use; undefined for the embedded database. */
export const serverUrl: string | undefined = process.env['TEST_DATABASE_URL'];
