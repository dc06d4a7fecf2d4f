/** The PostgreSQL server that the tests run on; undefined: the embedded database. */
export const serverUrl: string | undefined = process.env['TEST_DATABASE_URL'];
