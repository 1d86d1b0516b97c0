import TextField from '@mui/material/TextField';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslate } from 'react-admin';
import { useLanguage } from '../../resources/context/application.tsx';
import { type ApiDocument, type Operation, operationsOf, readable, typeOf } from './api-description.ts';
import { Page } from './Page.tsx';
import { useData } from './use-data.ts';

export function ApiPage() {
  const translate = useTranslate();
  return (
    <Page
      title={translate('officina.api.title')}
      query={useData<ApiDocument>('/info/openapi-specification/')}
    >
      {(document) => <Description document={document} />}
    </Page>
  );
}

function Description({ document }: { document: ApiDocument }) {
  const translate = useTranslate();
  const language = useLanguage();
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim().toLowerCase());
  const operations = useMemo(() => operationsOf(document, language), [document, language]);
  const matching = operations.filter(({ method, path, summary, tag }) =>
    `${method} ${path} ${summary} ${tag}`.toLowerCase().includes(search),
  );
  const tags = [...new Set(matching.map(({ tag }) => tag))].sort();
  return (
    <>
      <p className="page-lead">{translate('officina.api.lead', { base: '/api/cmms' })}</p>
      <div className="page-tools">
        <TextField
          label={translate('officina.api.filter')}
          type="search"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <span role="status">{translate('officina.api.count', { count: matching.length })}</span>
      </div>
      {matching.length === 0 && <p>{translate('officina.api.none')}</p>}
      {tags.map((tag) => (
        <section key={tag} className="card">
          <h2>{tag}</h2>
          {matching
            .filter((operation) => operation.tag === tag)
            .map((operation) => (
              <OperationCard key={operation.id} operation={operation} document={document} />
            ))}
        </section>
      ))}
    </>
  );
}

function OperationCard({ operation, document }: { operation: Operation; document: ApiDocument }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="operation" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className={`method method-${operation.method.toLowerCase()}`}>{operation.method}</span>
        <code>{operation.path}</code>
        <span className="operation-summary">{operation.summary}</span>
      </summary>
      {open && <OperationDetails operation={operation} document={document} />}
    </details>
  );
}

function OperationDetails({ operation, document }: { operation: Operation; document: ApiDocument }) {
  const translate = useTranslate();
  return (
    <div className="operation-details">
      {operation.parameters.length > 0 && <Parameters operation={operation} />}
      {operation.body && (
        <Shape title={translate('officina.api.body')} content={operation.body} document={document} />
      )}
      {operation.reply && (
        <Shape title={translate('officina.api.reply')} content={operation.reply} document={document} />
      )}
    </div>
  );
}

function Parameters({ operation }: { operation: Operation }) {
  const translate = useTranslate();
  return (
    <>
      <h3>{translate('officina.api.parameters')}</h3>
      <table className="plain-table">
        <thead>
          <tr>
            {['name', 'in', 'type', 'meaning'].map((header) => (
              <th key={header} scope="col">
                {translate(`officina.api.${header}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {operation.parameters.map((parameter) => (
            <tr key={`${parameter.in} ${parameter.name}`}>
              <th scope="row">
                <code>{parameter.name}</code>
                {parameter.required && <small> {translate('officina.api.required')}</small>}
              </th>
              <td>{parameter.in}</td>
              <td>{typeOf(parameter.schema)}</td>
              <td>{parameter.description}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface ShapeProps {
  title: string;
  content: NonNullable<Operation['body']>;
  document: ApiDocument;
}

function Shape({ title, content, document }: ShapeProps) {
  const translate = useTranslate();
  const example = content.example ?? content.schema?.example;
  return (
    <>
      <h3>{title}</h3>
      {example !== undefined && (
        <Json label={`${title}: ${translate('officina.api.example')}`} value={example} />
      )}
      {content.schema && (
        <Json
          label={`${title}: ${translate('officina.api.schema')}`}
          value={readable(document, content.schema)}
        />
      )}
    </>
  );
}

const Json = ({ label, value }: { label: string; value: unknown }) => (
  <figure>
    <figcaption>{label}</figcaption>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard. */}
    <pre tabIndex={0}>{JSON.stringify(value, null, 2)}</pre>
  </figure>
);
