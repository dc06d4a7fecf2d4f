import { existsSync } from 'node:fs';
import { describe } from '@jest/globals';
import { type Browser, chromium } from 'playwright-core';

const executablePath = '/usr/bin/chromium';

/** `describe`, or `describe.skip` with the reason in the name if there is no Chromium. */
export function describeInBrowser(name: string, define: () => void): void {
  if (existsSync(executablePath)) describe(`${name}, in Chromium`, define);
  else
    describe.skip(
      `${name}, in Chromium (skipped: there is no ${executablePath}; apt-get install chromium)`,
      define,
    );
}

/** Starts Chromium without a window. It sends requests of the pages only. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
