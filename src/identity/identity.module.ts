import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { Settings } from '../platform/config/index.js';
import { AccessControl } from '../platform/http/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { CombinedTokenVerifier } from './application/combined-token-verifier.js';
import { FirstAccess } from './application/first-access.js';
import { IdentityQueries } from './application/identity.queries.js';
import { ExternalUserService } from './application/external-user.service.js';
import { UserExport } from './application/user-export.js';
import { UserExportController } from './http/user-export.controller.js';
import { HostCallers } from './application/host-callers.js';
import { MeService } from './application/me.service.js';
import { TokenService } from './application/token.service.js';
import { UserErasure } from './application/user-erasure.js';
import { UserService } from './application/user.service.js';
import { AccessTokenRepository } from './domain/access-token.repository.js';
import { AccessTokenVerifier } from './domain/access-token-verifier.js';
import { HostTokenVerifier } from './domain/host-token-verifier.js';
import { UserIdentityRepository } from './domain/user-identity.repository.js';
import { HostUserDirectory, UserDirectory } from './domain/user-directory.js';
import { UserSource } from './domain/user-source.js';
import { UserRepository } from './domain/user.repository.js';
import { BearerAccess } from './http/bearer-access.js';
import { MeController } from './http/me.controller.js';
import { ProtectedResourceController } from './http/protected-resource.controller.js';
import { ProtectedResourceMetadata } from './http/protected-resource.metadata.js';
import { TokenOfHost } from './http/token-of-host.js';
import { TokensController } from './http/tokens.controller.js';
import { UsersController } from './http/users.controller.js';
import { JwtAccessTokenVerifier } from './network/jwt-access-token-verifier.js';
import { ErasureJobs } from './jobs/erasure-jobs.js';
import { accessTokenSchema } from './persistence/access-token.schema.js';
import { Identity1763600001000 } from './persistence/migrations/identity-1763600001000.js';
import { SqlUserDirectory } from './persistence/sql-user-directory.js';
import { HostUserView } from './persistence/host-user-view.js';
import { SqlIdentityQueries } from './persistence/sql-identity.queries.js';
import { SqlUserIdentityRepository } from './persistence/sql-user-identity.repository.js';
import { StoredAccessTokenVerifier } from './persistence/stored-access-token-verifier.js';
import { SqlUserRepository } from './persistence/sql-user.repository.js';
import { TypeormAccessTokenRepository } from './persistence/typeorm-access-token.repository.js';

/** Users and access tokens. Global, since the operations of all modules require the access that it controls. */
@Global()
@Module({
  controllers: [MeController, TokensController, UsersController, UserExportController],
  providers: [
    UserService,
    MeService,
    UserErasure,
    ErasureJobs,
    UserExport,
    TokenService,
    FirstAccess,
    ProtectedResourceMetadata,
    TokenOfHost,
    { provide: AccessControl, useClass: BearerAccess },
    {
      provide: UserSource,
      inject: [Settings],
      useFactory: ({ usersView }: Settings) => new UserSource(usersView ?? null),
    },
    SqlUserDirectory,
    {
      provide: UserDirectory,
      inject: [SqlUserDirectory, { token: HostUserDirectory, optional: true }],
      useFactory: (stored: UserDirectory, ofHost?: UserDirectory) => ofHost ?? stored,
    },
    HostUserView,
    { provide: UserRepository, useClass: SqlUserRepository },
    { provide: AccessTokenRepository, useClass: TypeormAccessTokenRepository },
    ExternalUserService,
    { provide: UserIdentityRepository, useClass: SqlUserIdentityRepository },
    StoredAccessTokenVerifier,
    JwtAccessTokenVerifier,
    {
      provide: AccessTokenVerifier,
      inject: [
        StoredAccessTokenVerifier,
        JwtAccessTokenVerifier,
        ExternalUserService,
        IdentityQueries,
        UserRepository,
        { token: HostTokenVerifier, optional: true },
      ],
      useFactory: (
        stored: StoredAccessTokenVerifier,
        jwt: JwtAccessTokenVerifier,
        people: ExternalUserService,
        accounts: IdentityQueries,
        users: UserRepository,
        host?: HostTokenVerifier,
      ): AccessTokenVerifier =>
        new CombinedTokenVerifier(stored, jwt, host && new HostCallers(host, people, accounts, users)),
    },
    { provide: IdentityQueries, useClass: SqlIdentityQueries },
  ],
  exports: [
    FirstAccess,
    UserErasure,
    UserExport,
    UserService,
    AccessControl,
    ProtectedResourceMetadata,
    TokenService,
  ],
})
export class IdentityModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    schemas: [accessTokenSchema],
    migrations: [Identity1763600001000],
  };

  constructor(private readonly hostUserView: HostUserView) {}

  async onModuleInit(): Promise<void> {
    await this.hostUserView.apply();
  }
}

/** The metadata of this API at its well-known path, which is outside of the path of the other operations. */
@Module({ controllers: [ProtectedResourceController] })
export class ProtectedResourceModule {}
