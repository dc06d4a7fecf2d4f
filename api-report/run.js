// Writes the reports of what the entry points of the package export, or compares them with the sources:
//
//   npm run api:report          writes them; commit the result
//   node api-report/run.js      fails with a diff if the build exports something else (CI)
//
// Both read the build in dist/.
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';

const entryPoints = { service: 'index', kit: 'kit', typeorm: 'typeorm', testing: 'testing/index' };

const localBuild = process.argv.includes('--local');
const root = new URL('..', import.meta.url).pathname;
let isCurrent = true;

for (const [name, entryPoint] of Object.entries(entryPoints)) {
  const config = ExtractorConfig.prepare({
    configObjectFullPath: `${root}api-report/run.js`,
    packageJsonFullPath: `${root}package.json`,
    configObject: {
      projectFolder: root,
      mainEntryPointFilePath: `<projectFolder>/dist/${entryPoint}.d.ts`,
      compiler: { tsconfigFilePath: '<projectFolder>/tsconfig.build.json' },
      apiReport: {
        enabled: true,
        reportFileName: name,
        reportFolder: '<projectFolder>/api-report/',
        reportTempFolder: '<projectFolder>/node_modules/.cache/api-report/',
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      tsdocMetadata: { enabled: false },
      messages: {
        extractorMessageReporting: {
          default: { logLevel: 'none' },
        },
        compilerMessageReporting: { default: { logLevel: 'error' } },
        tsdocMessageReporting: { default: { logLevel: 'none' } },
      },
    },
  });
  const { succeeded, apiReportChanged } = Extractor.invoke(config, { localBuild, printApiReportDiff: true });
  isCurrent &&= succeeded && (localBuild || !apiReportChanged);
}

if (!isCurrent) {
  console.error(
    'The package exports something else than the reports say: run npm run api:report and commit them.',
  );
  process.exitCode = 1;
}
