/**
 * npm start: installs what is missing, builds the screens and the server when their sources changed, then runs the server
 * in this terminal. With --build it ends before that; with --dev the server runs from its sources. Plain Node without
 * dependencies, because it runs before there are any.
 */
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

const ROOT = fileURLToPath(new URL('.', import.meta.url));
const at = (...path) => join(ROOT, ...path);
const LOCK = at('package-lock.json');
const INSTALLED = at('node_modules', '.officina');
const STAMP = '.officina';

function stopHere(sentence, code = 1) {
  process.stderr.write(`${sentence}\n`);
  process.exit(code);
}

function checkNode() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  stopHere(
    `Officina needs Node.js 20.19 or later, or 22.12 or later; this is ${process.version}. Install it from https://nodejs.org and run npm start again.`,
  );
}

const textOf = (file) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
const hashOf = (...parts) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('hex');

function mustRun(command, args, failure, options = {}) {
  const { status, error } = spawnSync(command, args, { cwd: ROOT, stdio: 'inherit', ...options });
  if (status !== 0) stopHere(`${failure}${error ? `: ${error.message}` : ''}`, status || 1);
}

/** npm leaves a lock of its own behind; a newer one than ours means that somebody has installed by hand. */
function isInstalled(wanted) {
  if (textOf(INSTALLED) === wanted) return true;
  const own = at('node_modules', '.package-lock.json');
  return !existsSync(INSTALLED) && existsSync(own) && statSync(own).mtimeMs >= statSync(LOCK).mtimeMs;
}

function install() {
  const wanted = hashOf(readFileSync(LOCK));
  if (!isInstalled(wanted)) {
    process.stdout.write('Installing…\n');
    const failure = 'npm ci failed. Check that this machine reaches the npm registry and run npm start again';
    const npm = process.env.npm_execpath;
    const args = ['ci', '--no-audit', '--no-fund'];
    if (npm) mustRun(process.execPath, [npm, ...args], failure);
    else mustRun('npm', args, failure, { shell: process.platform === 'win32' });
  }
  if (textOf(INSTALLED) !== wanted) writeFileSync(INSTALLED, wanted);
}

/** Entity files are read at the start, so they are not part of a build. */
const isEntityFile = (path) => /^schemas[\\/].*\.json$/.test(path) && !path.endsWith('sentences.json');

/** The hash of the sources in these folders and files, and of their place, which the server contains. */
function sourcesHash(folders, files) {
  const inFolders = folders
    .filter((folder) => existsSync(at(folder)))
    .flatMap((folder) =>
      readdirSync(at(folder), { recursive: true })
        .map((name) => join(folder, name))
        .filter((path) => !isEntityFile(path) && statSync(at(path)).isFile()),
    );
  const paths = [...files, ...inFolders.sort()].filter((path) => existsSync(at(path)));
  return hashOf(ROOT, ...paths.flatMap((path) => [path, readFileSync(at(path))]));
}

/** What the screens and the server are made of, and the command that makes them in a folder. */
const BUILDS = [
  {
    folder: 'dist',
    entry: 'index.html',
    name: 'screens',
    from: [
      ['src', 'resources', 'dataProvider', 'i18n', 'public', 'schemas'],
      [
        'index.html',
        'vite.config.ts',
        'vite-ahead.ts',
        'vite-worker.ts',
        'tsconfig.json',
        'tsconfig.base.json',
        'package-lock.json',
      ],
    ],
    command: (folder) => [
      at('node_modules', 'vite', 'bin', 'vite.js'),
      ...['build', '--logLevel', 'warn', '--outDir', folder],
    ],
  },
  {
    folder: 'dist-server',
    entry: join('server', 'main.mjs'),
    name: 'server',
    from: [
      ['server', 'schemas'],
      ['bundle.mjs', 'package-lock.json'],
    ],
    command: (folder) => [at('bundle.mjs'), folder],
  },
];

/** Makes what is missing or older than its sources. It replaces the old one when it is complete. */
function build() {
  for (const { folder, entry, name, from, command } of BUILDS) {
    const wanted = sourcesHash(...from);
    if (textOf(at(folder, STAMP)) === wanted && existsSync(at(folder, entry))) continue;
    process.stdout.write(`Building the ${name}…\n`);
    const made = at(`${folder}.${process.pid}`);
    process.once('exit', () => rmSync(made, { recursive: true, force: true }));
    mustRun(process.execPath, command(made), `The ${name} could not be built.`);
    mkdirSync(made, { recursive: true });
    writeFileSync(join(made, STAMP), wanted);
    rmSync(at(folder), { recursive: true, force: true });
    renameSync(made, at(folder));
  }
}

/** The server from its sources. It holds the other end of a line that breaks when this process is gone, in whatever way. */
const runSources = (args) =>
  spawn(process.execPath, ['--import', 'tsx', at('server', 'main.ts'), ...args], {
    cwd: ROOT,
    stdio: ['inherit', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, OFFICINA_PARENT_LINE: '3' },
  });

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };
const codeOf = (code, signal) => code ?? 128 + (SIGNALS[signal] ?? 15);

function passOn(children) {
  const send = (signal) => {
    for (const child of children()) child.kill(signal);
  };
  for (const signal of Object.keys(SIGNALS)) process.on(signal, () => send(signal));
  if (process.env.npm_lifecycle_event) onOrphaned(() => send('SIGTERM'));
}

/** npm gives its SIGTERM to the shell between npm and us, which ends without telling us. */
function onOrphaned(act) {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    act();
  }, 250);
  timer.unref();
}

/** The server runs in this process. */
async function serve() {
  process.chdir(ROOT);
  process.setSourceMapsEnabled(true);
  const stop = () => process.kill(process.pid, 'SIGTERM');
  process.on('SIGHUP', stop);
  if (process.env.npm_lifecycle_event) onOrphaned(stop);
  await import(pathToFileURL(at('dist-server', 'server', 'main.mjs')));
}

/** Calls back once when a burst of changes is over. */
function onChange(folders, act) {
  let timer;
  for (const folder of folders)
    watch(at(folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(act, 200);
    });
}

/** The screens by vite, which reloads them; the server again whenever its sources or a schema change. */
function develop(args) {
  const given = args.indexOf('--port');
  const port = given >= 0 ? args[given + 1] : '8080';
  const env = { ...process.env, OFFICINA_API: `http://127.0.0.1:${port}` };
  const vite = spawn(process.execPath, [at('node_modules', 'vite', 'bin', 'vite.js')], {
    cwd: ROOT,
    // It ends with its input, so that it does not outlive this process.
    stdio: ['pipe', 'inherit', 'inherit'],
    env,
  });
  let server = runSources(args);
  let stopping = false;

  const restart = () => {
    if (stopping) return;
    const old = server;
    const again = () => {
      server = runSources(args);
    };
    if (old.exitCode !== null || old.signalCode !== null) return again();
    old.removeAllListeners('exit').once('exit', () => !stopping && again());
    old.kill('SIGTERM');
  };
  onChange(['server', 'schemas'], restart);
  passOn(() => {
    stopping = true;
    return [vite, server];
  });
  vite.on('exit', (code, signal) => {
    stopping = true;
    if (server.exitCode !== null) process.exit(codeOf(code, signal));
    server.once('exit', () => process.exit(codeOf(code, signal)));
    server.kill('SIGTERM');
  });
}

checkNode();
const args = process.argv.slice(2);
if (args.includes('--help') || args.includes('-h')) {
  process.stdout.write(textOf(at('server', 'help.txt')));
  process.exit(0);
}
install();
if (args.includes('--dev')) develop(args.filter((arg) => arg !== '--dev'));
else {
  build();
  if (!args.includes('--build')) await serve();
}
