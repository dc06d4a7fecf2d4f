import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { FeedbackServiceModule } from '../feedback-service.module.js';
import { ApiDocument } from '../platform/openapi/index.js';

// npm run openapi: writes the OpenAPI document, which is independent of settings and stored records.
const directory = await mkdtemp(join(tmpdir(), 'openapi-'));
try {
  const app = await NestFactory.create(
    FeedbackServiceModule.forRoot({ path: '', database: { embedded: true, directory } }),
    { logger: false, abortOnError: false },
  );
  await writeFile('openapi.json', `${JSON.stringify(app.get(ApiDocument).describe(), null, 2)}\n`);
  await app.close();
} finally {
  await rm(directory, { recursive: true });
}
