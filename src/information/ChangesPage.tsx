import { useTranslate } from 'react-admin';
import { Page } from './Page.tsx';
import { useData } from './use-data.ts';

/** The changes of each version, from the server's changelog. */
export function ChangesPage() {
  const translate = useTranslate();
  return (
    <Page title={translate('officina.history.page')} query={useData<string>('/info/changelog/')}>
      {(text) => (
        <div className="card changes">
          {withoutTitle(text).map((block, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes while it is visible.
            <Block key={index} text={block.trim()} />
          ))}
        </div>
      )}
    </Page>
  );
}

/** Splits the text at empty lines and removes its title, which the page displays itself. */
const withoutTitle = (text: string): string[] => text.split(/\n{2,}/).filter((block) => !/^#\s/.test(block));

/** Renders text between backticks as code. */
const Line = ({ text }: { text: string }) =>
  // biome-ignore lint/suspicious/noArrayIndexKey: the text never changes while it is visible.
  text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part));

/** Draws headings and lists of the changelog. Anything else is a paragraph. */
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
