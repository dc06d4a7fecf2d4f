import { Global, Module, type OnModuleInit } from '@nestjs/common';
import { DiscoveryModule, DiscoveryService } from '@nestjs/core';
import { Settings } from '../platform/config/index.js';
import { providersExtending } from '../platform/discovery/index.js';
import { authenticationGuard } from '../platform/http/index.js';
import type { Persistence } from '../platform/persistence/index.js';
import { Clock } from '../shared/clock.js';
import { CombinedTokenVerifier } from './authentication/application/combined-token-verifier.js';
import { FirstAccess } from './access-tokens/application/first-access.js';
import { IdentityQueries } from './users/application/identity.queries.js';
import { ExternalUserService } from './authentication/application/external-user.service.js';
import { UserExport } from './users/application/user-export.js';
import { UserExportController } from './users/http/user-export.controller.js';
import { HostCallers } from './authentication/application/host-callers.js';
import { MeService } from './users/application/me.service.js';
import { TokenService } from './access-tokens/application/token.service.js';
import { PersonalData, PersonalDataOfModules } from './users/application/personal-data.js';
import { UserService } from './users/application/user.service.js';
import { AccessTokenRepository } from './access-tokens/domain/access-token.repository.js';
import { AccessTokenVerifier } from './authentication/domain/access-token-verifier.js';
import { HostTokenVerifier } from './authentication/domain/host-token-verifier.js';
import { UserIdentityRepository } from './authentication/domain/user-identity.repository.js';
import { HostUserDirectory, UserDirectory } from './users/domain/user-directory.js';
import { UserSource } from './users/domain/user-source.js';
import { UserRepository } from './users/domain/user.repository.js';
import { BearerAuthGuard } from './authentication/http/bearer-auth.guard.js';
import { BearerStrategy } from './authentication/http/bearer.strategy.js';
import { MeController } from './users/http/me.controller.js';
import { ProtectedResourceController } from './authentication/http/protected-resource.controller.js';
import { ProtectedResourceMetadata } from './authentication/http/protected-resource.metadata.js';
import { TokenOfHost } from './authentication/http/token-of-host.js';
import { TokensController } from './access-tokens/http/tokens.controller.js';
import { UsersController } from './users/http/users.controller.js';
import { JwtAccessTokenVerifier } from './authentication/network/jwt-access-token-verifier.js';
import { ErasureJobs } from './users/jobs/erasure-jobs.js';
import { AccessTokenEntity } from './access-tokens/persistence/access-token.entity.js';
import { Identity1763600001000 } from './persistence/migrations/identity-1763600001000.js';
import { SqlUserDirectory } from './users/persistence/sql-user-directory.js';
import { HostUserView } from './users/persistence/host-user-view.js';
import { TypeormUserIdentityRepository } from './authentication/persistence/typeorm-user-identity.repository.js';
import { UserIdentityEntity } from './authentication/persistence/user-identity.entity.js';
import { StoredAccessTokenVerifier } from './authentication/persistence/stored-access-token-verifier.js';
import { TypeormUserRepository } from './users/persistence/typeorm-user.repository.js';
import { UserEntity } from './users/persistence/user.entity.js';
import { TypeormAccessTokenRepository } from './access-tokens/persistence/typeorm-access-token.repository.js';

/** Users and access tokens. Global, since the operations of all modules require the access that it controls. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [MeController, TokensController, UsersController, UserExportController],
  providers: [
    UserService,
    MeService,
    {
      provide: PersonalDataOfModules,
      inject: [DiscoveryService],
      useFactory: (discovery: DiscoveryService) =>
        new PersonalDataOfModules(() => providersExtending(PersonalData, discovery)),
    },
    ErasureJobs,
    UserExport,
    TokenService,
    FirstAccess,
    ProtectedResourceMetadata,
    TokenOfHost,
    BearerStrategy,
    { provide: authenticationGuard, useClass: BearerAuthGuard },
    {
      provide: UserSource,
      inject: [Settings],
      useFactory: ({ users }: Settings) => new UserSource(users.view ?? null),
    },
    SqlUserDirectory,
    {
      provide: UserDirectory,
      inject: [SqlUserDirectory, { token: HostUserDirectory, optional: true }],
      useFactory: (stored: UserDirectory, ofHost?: UserDirectory) => ofHost ?? stored,
    },
    HostUserView,
    { provide: UserRepository, useClass: TypeormUserRepository },
    { provide: AccessTokenRepository, useClass: TypeormAccessTokenRepository },
    ExternalUserService,
    { provide: UserIdentityRepository, useClass: TypeormUserIdentityRepository },
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
        Clock,
        { token: HostTokenVerifier, optional: true },
      ],
      useFactory: (
        stored: StoredAccessTokenVerifier,
        jwt: JwtAccessTokenVerifier,
        people: ExternalUserService,
        accounts: IdentityQueries,
        users: UserRepository,
        clock: Clock,
        host?: HostTokenVerifier,
      ): AccessTokenVerifier =>
        new CombinedTokenVerifier(stored, jwt, host && new HostCallers(host, people, accounts, users, clock)),
    },
    IdentityQueries,
  ],
  exports: [
    FirstAccess,
    UserExport,
    UserService,
    authenticationGuard,
    ProtectedResourceMetadata,
    TokenService,
  ],
})
export class IdentityModule implements OnModuleInit {
  static readonly persistence: Persistence = {
    entities: [AccessTokenEntity, UserEntity, UserIdentityEntity],
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
