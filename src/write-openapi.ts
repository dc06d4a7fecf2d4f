import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { Environment } from './platform/config/index.js';
import { describeApi } from './platform/openapi/index.js';

// npm run openapi: writes the OpenAPI document, which is independent of settings and stored records.
const DATA_DIR = await mkdtemp(join(tmpdir(), 'openapi-'));
try {
  const app = await NestFactory.create(AppModule.of(new Environment({ DATA_DIR })), { logger: false });
  await writeFile('openapi.json', `${JSON.stringify(describeApi(app), null, 2)}\n`);
  await app.close();
} finally {
  await rm(DATA_DIR, { recursive: true });
}
