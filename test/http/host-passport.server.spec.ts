import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Controller, Get, Global, Injectable, Module, Req, UseGuards } from '@nestjs/common';
import { AuthGuard, PassportModule, PassportStrategy } from '@nestjs/passport';
import type { Request } from 'express';
import { Strategy } from 'passport-http-bearer';
import { type HostApp, hostToken, startHost } from '../support/host.js';

const api = '/feedback-service/v1';

/** A strategy of the host, with the name that the library gives it. */
@Injectable()
class HostStrategy extends PassportStrategy(Strategy) {
  override validate(token: string) {
    return token === 'token-of-the-host' ? { name: 'Ada' } : false;
  }
}

@Controller('account')
@UseGuards(AuthGuard('bearer'))
class AccountController {
  @Get()
  read(@Req() request: Request): object {
    return request.user as object;
  }
}

const passport = PassportModule.register({ defaultStrategy: 'bearer', property: 'user', session: true });

@Global()
@Module({
  imports: [passport],
  controllers: [AccountController],
  providers: [HostStrategy],
  exports: [passport],
})
class AccountModule {}

let host: HostApp;
let other: HostApp;

beforeAll(async () => {
  host = await startHost({ imports: [AccountModule] });
  other = await startHost({ service: { authentication: { bootstrapToken: `${hostToken}-of-the-other` } } });
});

afterAll(async () => {
  await host?.close();
  await other?.close();
});

const withToken = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

it("the host's strategies and those of the service do not know each other's tokens", async () => {
  const own = await host.send('GET', '/account', withToken('token-of-the-host'));
  expect([own.status, own.text]).toEqual([200, '{"name":"Ada"}']);
  expect((await host.send('GET', '/account', withToken(hostToken))).status).toBe(401);
  expect((await host.send('GET', `${api}/me`, withToken(hostToken))).status).toBe(200);
  const refused = await host.send('GET', `${api}/me`, withToken('token-of-the-host'));
  expect([refused.status, refused.headers['www-authenticate']]).toEqual([
    401,
    'Bearer realm="feedback-changelog-service", error="invalid_token"',
  ]);
});

it('two services in a process accept their own tokens only', async () => {
  const statuses = [];
  for (const service of [host, other]) {
    for (const token of [hostToken, `${hostToken}-of-the-other`]) {
      statuses.push((await service.send('GET', `${api}/me`, withToken(token))).status);
    }
  }
  expect(statuses).toEqual([200, 401, 401, 200]);
});
