// The third baseline: reads by one hand-written statement, as in the first one, in a NestJS program with the middleware and the guard
// that almost every API has. It shows how much of a read is the framework's.
import 'reflect-metadata';
import {
  type CallHandler,
  Controller,
  type ExecutionContext,
  Get,
  Injectable,
  Module,
  type NestInterceptor,
  NotFoundException,
  Param,
  UseGuards,
  UseInterceptors,
} from '@nestjs/common';
import { pathToFileURL } from 'node:url';
import { NestFactory } from '@nestjs/core';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import compression from 'compression';
import type { Response } from 'express';
import helmet from 'helmet';
import { Strategy } from 'passport-http-bearer';
import pg from 'pg';
import { map, type Observable } from 'rxjs';

// This program is compiled into another folder, and run in the project's.
const { statements } = (await import(pathToFileURL('bench/sql.js').href)) as {
  statements: Record<'getFeedback' | 'listFeedback', string>;
};

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });

async function bodyOf(name: keyof typeof statements, values: string[]): Promise<string> {
  const { rows } = await pool.query<{ body: string }>({ name, text: statements[name], values });
  if (!rows[0]) throw new NotFoundException();
  return rows[0].body;
}

@Injectable()
class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  validate(token: string): object {
    return { token };
  }
}

@Injectable()
class JsonText implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<string>): Observable<string> {
    const response = context.switchToHttp().getResponse<Response>();
    return next.handle().pipe(
      map((text) => {
        response.type('application/json');
        return text;
      }),
    );
  }
}

@Controller('v1/projects/:slug/feedback')
@UseGuards(AuthGuard('bearer'))
@UseInterceptors(JsonText)
class FeedbackController {
  @Get()
  list(@Param('slug') slug: string): Promise<string> {
    return bodyOf('listFeedback', [slug]);
  }

  @Get(':id')
  find(@Param('slug') slug: string, @Param('id') id: string): Promise<string> {
    return bodyOf('getFeedback', [slug, id]);
  }
}

@Controller('health/ready')
class ReadinessController {
  @Get()
  ready(): void {}
}

@Module({ controllers: [FeedbackController, ReadinessController], providers: [BearerStrategy] })
class AppModule {}

const app = await NestFactory.create(AppModule, { logger: ['error'] });
app.use(helmet(), compression());
app.enableCors();
app.enableShutdownHooks();
await app.listen(Number(process.env['PORT']), '127.0.0.1');
