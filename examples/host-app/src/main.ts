import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';

async function start(): Promise<void> {
  const app = await NestFactory.create(AppModule);
  app.enableShutdownHooks();
  await app.listen(process.env['PORT'] ?? 3000);
}

void start();
