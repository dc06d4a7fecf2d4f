import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module.js';
import { configure } from './configure.js';

async function start(): Promise<void> {
  const app = await NestFactory.create<NestExpressApplication>(AppModule);
  configure(app);
  app.enableShutdownHooks();
  await app.listen(process.env['PORT'] ?? 3000);
}

void start();
