/** Writes the result of a run for tests/run.mjs: passed tests, failures with messages, retried tests, time per file. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

const nameOf = (test) => `${relative(process.cwd(), test.module.moduleId)} > ${test.fullName}`;
const placeOf = ({ file, line }) => `${relative(process.cwd(), file)}:${line}`;
const firstLine = (errors) => errors?.[0]?.message.split('\n')[0] ?? '';

/** The summary is what remains of a run elsewhere, so it says why a test was tried twice, and where. */
function retried(test) {
  const { errors } = test.result();
  const at = (errors?.[0]?.stacks ?? []).map(placeOf).join(' < ');
  return `${nameOf(test)}: ${firstLine(errors)} at ${at}`;
}

export default class {
  /** Prints failures at once, also of tests that pass on a retry, because the first failure is the fault to find. */
  onTestCaseResult(test) {
    for (const { message, diff = '', stacks = [] } of test.result().errors ?? []) {
      const at = stacks.map(placeOf).join(' < ');
      console.log(`! ${nameOf(test)}: ${message}\n  at ${at}\n${diff}`.trimEnd());
    }
  }

  onTestRunEnd(modules, unhandled) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const of = (state) => tests.filter((test) => test.result().state === state);
    const unread = modules.filter((module) => module.errors().length > 0);
    const suites = modules
      .flatMap((module) => [...module.children.allSuites()])
      .filter((suite) => suite.errors().length > 0);
    const failed = [
      ...of('failed').map((test) => `${nameOf(test)}: ${firstLine(test.result().errors)}`),
      ...unread.map((module) => `${relative(process.cwd(), module.moduleId)}: ${firstLine(module.errors())}`),
      ...suites.map((suite) => `${nameOf(suite)}: ${firstLine(suite.errors())}`),
      ...unhandled.map((error) => `outside every test: ${String(error.message).split('\n')[0]}`),
    ];
    const again = tests.filter((test) => (test.diagnostic()?.retryCount ?? 0) > 0);
    const files = modules.map((module) => [
      relative(process.cwd(), module.moduleId),
      Math.round(module.diagnostic().duration),
    ]);
    writeFileSync(
      process.env.TEST_RESULT,
      JSON.stringify({
        passed: of('passed').length,
        failed,
        again: again.map(retried),
        files: files.sort((a, b) => b[1] - a[1]),
      }),
    );
  }
}
