// Generated from openapi.json by `npm run client`. Do not edit.

/** The version of this package. */
export const version = '0.1.0';
