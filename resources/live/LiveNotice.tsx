/**
 * A notice that another user changed or deleted the record of this page, with a button that loads the new
 * version.
 */
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'react-admin';
import type { Entity, Row } from '../../schemas/entity.ts';
import { useNews } from './useNews.ts';

export function LiveNotice({ entity, record }: { entity: Entity; record: Row }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { news, forget } = useNews(entity, record);
  const name = news?.usr_ultima_mod ?? translate('officina.live.somebody');
  const show = () => {
    forget();
    refresh();
  };
  return (
    <Box role="status">
      {news && (
        <Alert
          severity={news.eliminato ? 'warning' : 'info'}
          sx={{ mb: 2, alignItems: 'center' }}
          action={
            !news.eliminato && (
              <Button color="inherit" size="small" onClick={show}>
                {translate('officina.live.show')}
              </Button>
            )
          }
        >
          {translate(news.eliminato ? 'officina.live.deleted' : 'officina.live.changed', { name })}
        </Alert>
      )}
    </Box>
  );
}
