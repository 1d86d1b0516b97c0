import { useWords } from '../words/Words.tsx';
import { Page } from './Page.tsx';
import { useData } from './use-data.ts';

/** What changed from version to version, as the server tells it. */
export function ChangesPage() {
  const { t } = useWords();
  return (
    <Page title={t('officina.history.page')} query={useData<string>('/info/changelog/')}>
      {(text) => (
        <div className="card changes">
          {withoutTitle(text).map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown.
            <Block key={index} text={block.trim()} />
          ))}
        </div>
      )}
    </Page>
  );
}

/** Blocks are parted by an empty line; the first says what the page's own heading says. */
const withoutTitle = (text: string): string[] => text.split(/\n{2,}/).filter((block) => !/^#\s/.test(block));

/** What stands between two backticks is to be typed or called as it is. */
const Line = ({ text }: { text: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown.
  text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));

/** Headings and lists of the text's own marks; anything else is a paragraph. */
function Block({ text }: { text: string }) {
  const heading = /^(#+)\s+(.*)$/s.exec(text);
  if (heading) {
    const [first, ...rest] = (heading[2] ?? '').split('\n');
    const Level = (heading[1] ?? '').length < 3 ? 'h2' : 'h3';
    return (
      <>
        <Level>{first}</Level>
        {rest.length > 0 && <Block text={rest.join('\n')} />}
      </>
    );
  }
  if (!/^[-*]\s/.test(text))
    return (
      <p>
        <Line text={text} />
      </p>
    );
  return (
    <ul>
      {text.split(/\n(?=[-*]\s)/).map((item) => (
        <li key={item}>
          <Line text={item.replace(/^[-*]\s+/, '')} />
        </li>
      ))}
    </ul>
  );
}
