import Button from '@mui/material/Button';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import { useApplication, usePlantZone } from '../../resources/context/application.tsx';
import { replacesData } from '../../resources/feedback/advice.ts';
import { Failure } from '../../resources/feedback/Failure.tsx';
import { Loading } from '../../resources/feedback/Loading.tsx';
import { formatInstant } from '../../resources/format/format.ts';
import { routeOf } from '../../schemas/catalogue.ts';
import { type NewsLine, placeOf } from '../../schemas/news.ts';
import { BarPanel } from './BarPanel.tsx';
import { useNews, useReadNews } from './use-news.ts';
import './news.css';

/** The news about the user's work that other users caused. Pressing a line opens it and marks it as read. */
export default function NewsPanel({ anchor, onClose }: { anchor: Element | null; onClose: () => void }) {
  const translate = useTranslate();
  const { data, error, refetch } = useNews();
  const read = useReadNews();
  const newest = data?.righe[0]?.id;
  return (
    <BarPanel title={translate('officina.news.title')} anchor={anchor} onClose={onClose}>
      {replacesData(error, data) && <Failure error={error} onRetry={refetch} />}
      {!data && !error && <Loading height={80} />}
      {data?.righe.length === 0 && (
        <div className="activity-none">
          <p>{translate('officina.news.empty')}</p>
          <p>{translate('officina.news.empty_hint')}</p>
        </div>
      )}
      {data && newest !== undefined && data.non_lette > 0 && (
        <Button onClick={() => read.mutate({ fino_a: newest })}>{translate('officina.news.read_all')}</Button>
      )}
      <ul className="news">
        {data?.righe.map((line) => (
          <NewsItem
            key={line.id}
            line={line}
            onOpen={() => {
              if (!line.letta) read.mutate({ id: line.id });
              onClose();
            }}
          />
        ))}
      </ul>
    </BarPanel>
  );
}

function NewsItem({ line, onOpen }: { line: NewsLine; onOpen: () => void }) {
  const translate = useTranslate();
  const zone = usePlantZone();
  const { byName } = useApplication();
  const detail = routeOf(byName.entity('intervention'), 'detail');
  const said = translate(`officina.news.kind.${line.tipo}`, {
    who: line.chi ?? translate('officina.history.nobody'),
    state: line.stato ?? '',
  });
  return (
    <li>
      <Link
        to={`${detail.replace(':id', String(line.id_odl))}${placeOf(line)}`}
        className={line.letta ? 'news-line' : 'news-line news-unread'}
        onClick={onOpen}
      >
        <span className="news-said">
          {said}
          {!line.letta && <span className="news-dot" title={translate('officina.news.new')} />}
        </span>
        <span>{[line.codice, line.descrizione].filter(Boolean).join(' - ')}</span>
        <time dateTime={line.creata}>{formatInstant(line.creata, zone)}</time>
      </Link>
    </li>
  );
}
