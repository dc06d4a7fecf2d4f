import { VersioningType } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';
import cookieSession from 'cookie-session';

/** The origin of the front end, whose pages use the session. */
export const webOrigin = process.env['WEB_ORIGIN'] ?? 'http://localhost:5173';

/** What `main.ts` and the tests set up outside of modules: the prefix, versions, the session and the documentation. */
export function configure(app: NestExpressApplication): void {
  app.setGlobalPrefix('api');
  app.enableVersioning({ type: VersioningType.URI, defaultVersion: '1' });
  const secure = process.env['NODE_ENV'] === 'production';
  const cookie = { maxAge: 3_600_000, httpOnly: true, sameSite: 'lax', secure } as const;
  app.use(cookieSession({ secret: process.env['SESSION_SECRET'], ...cookie }));
  app.set('trust proxy', 'loopback');
  app.enableCors({ origin: webOrigin, credentials: true });
  const document = () => SwaggerModule.createDocument(app, new DocumentBuilder().setTitle('Host').build());
  SwaggerModule.setup('docs', app, document, { useGlobalPrefix: true });
}
