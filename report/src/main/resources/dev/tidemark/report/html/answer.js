// The answer of a report, to be taken along: as a line of text, and as one picture.
(() => {
  const place = document.getElementById('data');
  const tools = document.getElementById('take-answer');
  if (!place || !tools) return;
  const answer = JSON.parse(place.textContent).answer;
  const file = answer.text.split(',')[0].toLowerCase().replace(/[^a-z0-9]+/g, '-') + '-answer.';
  const offer = (url, type) => { const a = document.createElement('a'); a.href = url; a.download = file + type; a.click(); };
  const image = 'data:image/svg+xml;charset=utf-8,' + encodeURIComponent(answer.picture);
  function png() {
    const picture = new Image();
    picture.onload = () => {
      const canvas = document.createElement('canvas');
      canvas.width = picture.width * 2;
      canvas.height = picture.height * 2;
      const pen = canvas.getContext('2d');
      pen.scale(2, 2);
      pen.drawImage(picture, 0, 0);
      offer(canvas.toDataURL('image/png'), 'png');
    };
    picture.src = image;
  }
  // Where the clipboard is closed to pages, the text is selected for the reader to copy.
  async function copy(text, button) {
    button.dataset.name = button.dataset.name || button.textContent;
    let copied = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const field = document.createElement('textarea');
      field.value = text;
      document.body.append(field);
      field.select();
      copied = document.execCommand('copy');
      field.remove();
    }
    button.textContent = copied ? 'Copied' : 'Not copied';
    clearTimeout(button.back);
    button.back = setTimeout(() => { button.textContent = button.dataset.name; }, 2000);
  }
  function tool(text, act) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = text;
    button.addEventListener('click', () => act(button));
    tools.append(button);
  }
  tool('Copy answer', button => copy(answer.text, button));
  tool('Save picture', png);
  tool('SVG', () => offer(image, 'svg'));
  tools.hidden = false;
  document.querySelectorAll('.steps code').forEach(code => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = 'Copy';
    button.setAttribute('aria-label', 'Copy ' + code.textContent);
    button.addEventListener('click', () => copy(code.textContent, button));
    code.after(button);
  });
})();
