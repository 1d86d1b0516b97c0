/** Bundles each program that tests start. `node tests/build-programs.mjs FOLDER`; FOLDER is inside the project. */
import process from 'node:process';
import { bundle } from '../bundle.mjs';

const PROGRAMS = [
  'server/main.ts',
  'server/backup.ts',
  'server/restore.ts',
  'server/check-stock.ts',
  'server/check-counts.ts',
  'server/reset-password.ts',
  'tests/e2e/plant/plant-server.ts',
  'tests/crash/writers.ts',
];

await bundle(PROGRAMS, process.argv[2]);
