import { pipeline } from 'node:stream/promises';
import { Router } from 'express';
import { visitOf } from '../visit.js';

/** The files of the service, so that pages load nothing from other sites, and no cookie reaches the service. */
export const files = Router();

files.get('/files/:key/:filename', async (request, response) => {
  const { client } = visitOf(response);
  const { key, filename } = request.params;
  const { data: content, headers } = await client.attachments.getContent(key, filename).withResponse();
  for (const name of ['content-type', 'content-disposition', 'cache-control']) {
    const value = headers.get(name);
    if (value !== null) response.set(name, value);
  }
  response.set('Content-Security-Policy', "sandbox; default-src 'none'");
  await pipeline(content, response);
});
