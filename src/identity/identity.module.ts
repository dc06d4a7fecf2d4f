import { Global, Module } from '@nestjs/common';
import { AccessControl } from '../platform/http/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { FirstAccess } from './application/first-access.js';
import { IdentityQueries } from './application/identity.queries.js';
import { TokenService } from './application/token.service.js';
import { UserService } from './application/user.service.js';
import { AccessTokenRepository } from './domain/access-token.repository.js';
import { AccessTokenVerifier } from './domain/access-token-verifier.js';
import { UserRepository } from './domain/user.repository.js';
import { BearerAccess } from './http/bearer-access.js';
import { MeController } from './http/me.controller.js';
import { TokensController } from './http/tokens.controller.js';
import { UsersController } from './http/users.controller.js';
import { accessTokenSchema, userSchema } from './persistence/identity.schema.js';
import { Identity1763600001000 } from './persistence/migrations/identity-1763600001000.js';
import { SqlIdentityQueries } from './persistence/sql-identity.queries.js';
import { StoredAccessTokenVerifier } from './persistence/stored-access-token-verifier.js';
import { TypeormAccessTokenRepository } from './persistence/typeorm-access-token.repository.js';
import { TypeormUserRepository } from './persistence/typeorm-user.repository.js';

/** Users and access tokens. Global, since the operations of all modules require the access that it controls. */
@Global()
@Module({
  controllers: [MeController, TokensController, UsersController],
  providers: [
    UserService,
    TokenService,
    FirstAccess,
    { provide: AccessControl, useClass: BearerAccess },
    { provide: UserRepository, useClass: TypeormUserRepository },
    { provide: AccessTokenRepository, useClass: TypeormAccessTokenRepository },
    { provide: AccessTokenVerifier, useClass: StoredAccessTokenVerifier },
    { provide: IdentityQueries, useClass: SqlIdentityQueries },
  ],
  exports: [UserService, AccessControl],
})
export class IdentityModule {
  static readonly persistence: Persistence = {
    schemas: [userSchema, accessTokenSchema],
    migrations: [Identity1763600001000],
  };
}
