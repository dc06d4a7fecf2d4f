import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the repository. */
export const repository = resolve(fileURLToPath(new URL('../../../..', import.meta.url)));

/**
 * Starts the service of this repository, on an embedded database, and waits until it listens.
 *
 * @param folder its working directory, with the database
 * @param variables settings in addition
 * @throws Error if it ends before
 */
export async function startService(folder: string, variables: Record<string, string>): Promise<ChildProcess> {
  await mkdir(folder, { recursive: true });
  const service = spawn(process.execPath, [join(repository, 'dist/main.js')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], LOG_LEVEL: 'info', ...variables },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    service.stdout.setEncoding('utf8').on('data', (piece: string) => {
      output += piece;
      if (output.includes('"msg":"Listening on ')) resolve();
    });
    service.once('exit', () => reject(new Error(`The service has ended:\n${output}`)));
  });
  return service;
}

/** Returns the settings of the service for a portal and its identity provider. */
export function serviceSettings({ port, portalUrl, issuer, audience }: Addresses): Record<string, string> {
  return {
    PORT: String(port),
    // People of the identity provider.
    AUTH_JWT_ISSUER: issuer,
    AUTH_JWT_AUDIENCE: audience,
    AUTH_JWT_PROVISIONING: 'on',
    // People who come by a signed link: the portal signs their tokens.
    AUTH_JWT_2_ISSUER: portalUrl,
    AUTH_JWT_2_AUDIENCE: audience,
    AUTH_JWT_2_JWKS_URL: `${portalUrl}/sign-in/keys`,
    AUTH_JWT_2_PROVISIONING: 'on',
    // The portal names the addresses of its visitors.
    TRUST_PROXY: 'loopback',
  };
}

interface Addresses {
  readonly port: number;
  readonly portalUrl: string;
  readonly issuer: string;
  readonly audience: string;
}
