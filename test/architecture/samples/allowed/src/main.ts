import { argv } from 'node:process';
import { NestFactory } from '@nestjs/core';
import { AppModule } from './app.module.js';
import { readEnvironment } from './server/environment.js';

const app = await NestFactory.create(AppModule);
await app.listen(readEnvironment().port);

const { env } = { env: argv };
const { pid } = process;
console.log(env, pid);
