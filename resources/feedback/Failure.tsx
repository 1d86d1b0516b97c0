/** In the place of what could not be read: what happened, what to do about it, and the button that does it. */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router';
import type { Entity } from '../../schemas/entity.ts';
import { useHouse, useLanguage } from '../context/application.tsx';
import { listAddress } from '../context/routes.ts';
import { adviceOf, isWorthRetrying, type Trouble, troubleOf } from './advice.ts';
import { reasonOf } from './toasts.ts';

interface FailureProps {
  error: unknown;
  /** What could not be read, where the page can say it better than 'these data'. */
  what?: string;
  /** It stands for the whole page of a record of it: under that name, and its list is the way on when that is not there. */
  entity?: Entity;
  onRetry?(): unknown;
}

/** The button stands at the end of the line, or below on a phone. */
const FILLS = { '& .MuiAlert-message': { flex: 1, minWidth: 0 } };
const WARNINGS: Trouble[] = ['gone', 'refused'];

export function Failure({ error, what, entity, onRetry }: FailureProps) {
  const translate = useTranslate();
  const trouble = troubleOf(error);
  const language = useLanguage();
  const sentence = useSentence(error, trouble, what);
  const advice = adviceOf(error);
  const told = (
    <Alert severity={WARNINGS.includes(trouble) ? 'warning' : 'error'} sx={{ my: 2, ...FILLS }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 2, rowGap: 0.5, alignItems: 'center' }}>
        <Box sx={{ flex: '1 1 260px' }}>
          <div>{sentence}</div>
          {advice && <div>{translate(advice)}</div>}
        </Box>
        <WayOn error={error} entity={entity} onRetry={onRetry} />
      </Box>
    </Alert>
  );
  if (!entity) return told;
  return (
    <>
      <Typography component="h1" variant="h5">
        {entity.title[language]}
      </Typography>
      {told}
    </>
  );
}

/** What was asked for, and why it did not come. */
function useSentence(error: unknown, trouble: Trouble, what: string | undefined): string {
  const translate = useTranslate();
  if (trouble === 'refused') return reasonOf(error);
  if (trouble !== 'gone') return `${what ?? translate('officina.failure.unread')}. ${reasonOf(error)}`;
  const missing = translate('officina.form.missing');
  const reason = error ? reasonOf(error) : '';
  // What the server says of it adds nothing, but where it is something else that is not there.
  return missing.startsWith(reason.replace(/\.$/, '')) ? `${missing}.` : reason;
}

/** Another try where that may help; the page anew where it broke; the list where the record is not to be had. */
function WayOn({ error, entity, onRetry }: Pick<FailureProps, 'error' | 'entity' | 'onRetry'>) {
  const translate = useTranslate();
  const language = useLanguage();
  const { entities } = useHouse();
  const client = useQueryClient();
  // What else has failed on the page, as the panels beside it, is tried along.
  const retry = () => {
    void onRetry?.();
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  };
  if (onRetry && isWorthRetrying(error))
    return (
      <Button color="inherit" onClick={retry}>
        {translate('officina.retry')}
      </Button>
    );
  if (troubleOf(error) === 'broken')
    return (
      <Button color="inherit" onClick={() => location.reload()}>
        {translate('officina.failure.reload')}
      </Button>
    );
  const list = entity && !isWorthRetrying(error) && listAddress(entity, entities);
  if (!list) return null;
  return (
    <Button color="inherit" component={Link} to={list}>
      {translate('officina.form.back_to', { name: entity.titles[language] })}
    </Button>
  );
}
