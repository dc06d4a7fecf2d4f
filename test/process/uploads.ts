import { bootstrapToken, type ServiceProcess } from './service-process.js';

/** A file that is stored in four parts. */
export const content = 'x'.repeat(1_000_000);

/**
 * Uploads the file to the project `acme`. Returns the status and the body, or undefined if the service ends before it
 * responds.
 */
export async function upload({ url }: ServiceProcess): Promise<{ status: number; body: any } | undefined> {
  const headers = { authorization: `Bearer ${bootstrapToken}`, 'content-type': 'text/plain' };
  const request = { method: 'POST', headers, body: content };
  try {
    const response = await fetch(`${url}/v1/projects/acme/attachments`, request);
    return { status: response.status, body: await response.json() };
  } catch {
    return undefined;
  }
}
