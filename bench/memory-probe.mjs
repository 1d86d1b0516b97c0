/**
 * Loaded into a server under test before its own code (NODE_OPTIONS=--import): on SIGUSR2 it collects garbage and writes
 * what the process uses to the file MEMORY_PROBE. With MEMORY_SNAPSHOTS=FOLDER it also writes a heap snapshot.
 */
import { renameSync, writeFileSync } from 'node:fs';
import process from 'node:process';
import { setFlagsFromString, writeHeapSnapshot } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const { MEMORY_PROBE: file, MEMORY_SNAPSHOTS: snapshots } = process.env;
if (file && isMainThread) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('SIGUSR2', () => {
    // What the first collection leaves to finalizers goes with the second.
    collect();
    setImmediate(() => {
      collect();
      if (snapshots) writeHeapSnapshot(`${snapshots}/${process.pid}-${Date.now()}.heapsnapshot`);
      // Renamed, so that nobody reads half of it.
      writeFileSync(`${file}.part`, JSON.stringify(process.memoryUsage()));
      renameSync(`${file}.part`, file);
    });
  });
}
